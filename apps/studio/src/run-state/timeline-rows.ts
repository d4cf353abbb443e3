import type { NodeRunStatus } from '../api/types';
import { TELLING } from './node-states';
import { type Bar, type Lane, laneKey } from './timeline';

/** A row of the timeline: a step, a loop with its iterations below it, or one iteration with its steps below it. */
export interface TimelineRow {
  readonly key: string;
  readonly kind: 'step' | 'loop' | 'iteration';
  readonly depth: number;
  /** The loop or the step; of an iteration the loop it belongs to. */
  readonly lane: Lane;
  readonly status: NodeRunStatus;
  readonly bars: readonly Bar[];
  /** Of an iteration: its place, outermost first. */
  readonly path: readonly number[];
  /** A step that stands for its whole iteration, so that its number must be told. */
  readonly alone: boolean;
  /** Undefined for a step, which holds nothing. */
  readonly open: boolean | undefined;
}

/** A loop with more iterations than this is closed until somebody opens it. */
const OPEN_UP_TO = 20;

export interface RowOptions {
  /** A node's loop. */
  readonly parentOf: (nodeId: string) => string | undefined;
  /** What somebody opened or closed, by row. */
  readonly toggled: ReadonlyMap<string, boolean>;
  /** The lane that must be in view: what holds it is open. */
  readonly selected: string | undefined;
}

/** The rows in view order, iterations under their loop one by one; what is closed holds its rows back. */
export function timelineRows(lanes: readonly Lane[], options: RowOptions): TimelineRow[] {
  const known = new Set(lanes.map(({ key }) => key));
  const top: Lane[] = [];
  const inside = new Map<string, Map<number, Lane[]>>();
  for (const lane of lanes) {
    const parent = options.parentOf(lane.nodeId);
    const loop = parent === undefined ? undefined : laneKey(parent, lane.iterationPath.slice(0, -1));
    if (loop === undefined || !known.has(loop)) {
      top.push(lane);
      continue;
    }
    const iterations = inside.get(loop) ?? new Map<number, Lane[]>();
    inside.set(loop, iterations);
    const index = lane.iterationPath.at(-1) ?? 0;
    const list = iterations.get(index);
    if (list) list.push(lane);
    else iterations.set(index, [lane]);
  }
  const rows: TimelineRow[] = [];
  const holding = holdersOf(options, known);
  const isOpen = (key: string, byDefault: boolean) =>
    options.toggled.get(key) ?? (holding.has(key) || byDefault);
  const add = (lane: Lane, depth: number, alone = false) => {
    const iterations = inside.get(lane.key);
    const { key, status, bars, iterationPath } = lane;
    const row = { key, depth, lane, status, bars, path: iterationPath, alone };
    if (!iterations) {
      rows.push({ ...row, kind: 'step', open: undefined });
      return;
    }
    const open = isOpen(key, iterations.size <= OPEN_UP_TO);
    rows.push({ ...row, kind: 'loop', open });
    if (!open) return;
    for (const [index, members] of [...iterations].sort(([a], [b]) => a - b)) {
      const path = [...iterationPath, index];
      const iterationKey = `${key}#${index}`;
      // One step alone needs no row above it.
      if (members.length === 1 && !inside.has(members[0]!.key)) {
        add(members[0]!, depth + 1, true);
        continue;
      }
      const unfolded = isOpen(iterationKey, false);
      rows.push({
        key: iterationKey,
        kind: 'iteration',
        depth: depth + 1,
        lane,
        status: tellingStatus(members),
        bars: mergedBars(members),
        path,
        alone: false,
        open: unfolded,
      });
      if (unfolded) for (const member of members) add(member, depth + 2);
    }
  };
  for (const lane of top) add(lane, 0);
  return rows;
}

/** Keys of the loops and iterations around the selected lane. */
function holdersOf({ selected, parentOf }: RowOptions, known: ReadonlySet<string>): ReadonlySet<string> {
  const holding = new Set<string>();
  if (selected === undefined) return holding;
  const cut = selected.lastIndexOf('~');
  let nodeId = selected.slice(0, cut);
  let path = selected
    .slice(cut + 1)
    .split('.')
    .filter(Boolean)
    .map(Number);
  for (let parent = parentOf(nodeId); parent !== undefined; parent = parentOf(nodeId)) {
    const loop = laneKey(parent, path.slice(0, -1));
    if (!known.has(loop)) break;
    holding.add(loop).add(`${loop}#${path.at(-1) ?? 0}`);
    nodeId = parent;
    path = path.slice(0, -1);
  }
  return holding;
}

function tellingStatus(lanes: readonly Lane[]): NodeRunStatus {
  return TELLING.find((status) => lanes.some((lane) => lane.status === status)) ?? 'completed';
}

/** The bars of several lanes on one line; those of one kind that touch become one. */
function mergedBars(lanes: readonly Lane[]): Bar[] {
  const sorted = lanes.flatMap(({ bars }) => bars).sort((a, b) => a.from - b.from);
  const merged: Bar[] = [];
  for (const bar of sorted) {
    const last = merged.at(-1);
    const touches = last?.kind === bar.kind && (last.to === undefined || bar.from <= last.to);
    if (!last || !touches) merged.push(bar);
    else if (last.to !== undefined) {
      merged[merged.length - 1] = {
        ...last,
        to: bar.to === undefined ? undefined : Math.max(last.to, bar.to),
      };
    }
  }
  return merged;
}
