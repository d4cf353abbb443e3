import type { EventEnvelope, NodeRunStatus } from '../api/types';

/** One bar: an attempt at work, or a wait for a person. Times are milliseconds since the epoch. */
export interface Bar {
  readonly from: number;
  /** Undefined while it goes on. */
  readonly to: number | undefined;
  readonly kind: 'work' | 'failed' | 'waiting' | 'backoff';
  readonly attempt: number;
}

/** One row: a node in one iteration. */
export interface Lane {
  readonly key: string;
  readonly nodeId: string;
  readonly iterationPath: readonly number[];
  readonly status: NodeRunStatus;
  readonly attempt: number;
  readonly bars: readonly Bar[];
  readonly skippedBecause: string | undefined;
}

interface LaneDraft {
  nodeId: string;
  iterationPath: readonly number[];
  status: NodeRunStatus;
  attempt: number;
  bars: Bar[];
  skippedBecause?: string;
}

const ENDS: Readonly<Record<string, NodeRunStatus>> = {
  'node.completed': 'completed',
  'node.failed': 'failed',
  'node.cancelled': 'cancelled',
  'node.unknown': 'unknown',
  'node.retrying': 'retrying',
};

export const laneKey = (nodeId: string, path: readonly number[] | undefined) =>
  `${nodeId}~${(path ?? []).join('.')}`;

/** The timeline of a run out of its log: a lane per node and iteration in order of appearance. */
export function timelineOf(events: readonly EventEnvelope[]): Lane[] {
  const lanes = new Map<string, LaneDraft>();
  for (const event of events) {
    if (event.nodeId === undefined || !event.type.startsWith('node.') || event.type === 'node.log') continue;
    const key = laneKey(event.nodeId, event.iterationPath);
    let lane = lanes.get(key);
    if (!lane) {
      lane = {
        nodeId: event.nodeId,
        iterationPath: event.iterationPath ?? [],
        status: 'running',
        attempt: 1,
        bars: [],
      };
      lanes.set(key, lane);
    }
    addToLane(lane, event);
  }
  return [...lanes].map(([key, lane]) => ({ key, ...lane, skippedBecause: lane.skippedBecause }));
}

function addToLane(lane: LaneDraft, event: EventEnvelope): void {
  const at = Date.parse(event.occurredAt);
  const attempt = event.attempt ?? lane.attempt;
  lane.attempt = Math.max(lane.attempt, attempt);
  if (event.type === 'node.started') {
    close(lane, at);
    lane.status = 'running';
    lane.bars.push({ from: at, to: undefined, kind: 'work', attempt });
  } else if (event.type === 'node.awaiting_input') {
    close(lane, at);
    lane.status = 'awaiting_input';
    lane.bars.push({ from: at, to: undefined, kind: 'waiting', attempt });
  } else if (event.type === 'node.skipped') {
    lane.status = 'skipped';
    lane.skippedBecause = String(event.data.reason ?? '');
  } else {
    const status = ENDS[event.type];
    if (!status) return;
    lane.status = status;
    const failed = status === 'failed' || status === 'retrying' || status === 'unknown';
    close(lane, at, failed);
    if (status === 'retrying') lane.bars.push({ from: at, to: undefined, kind: 'backoff', attempt });
  }
}

function close(lane: LaneDraft, at: number, failed = false): void {
  const last = lane.bars.at(-1);
  if (!last || last.to !== undefined) return;
  lane.bars[lane.bars.length - 1] = {
    ...last,
    to: at,
    kind: failed && last.kind === 'work' ? 'failed' : last.kind,
  };
}

/** Lanes with the iterations of a loop right under the loop, iteration by iteration. `parentOf` names a node's loop. */
export function nestLanes(lanes: readonly Lane[], parentOf: (nodeId: string) => string | undefined): Lane[] {
  const known = new Set(lanes.map((lane) => lane.key));
  const inside = new Map<string, Lane[]>();
  for (const lane of lanes) {
    const parent = parentOf(lane.nodeId);
    const key = parent === undefined ? '' : laneKey(parent, lane.iterationPath.slice(0, -1));
    const home = known.has(key) ? key : '';
    const list = inside.get(home);
    if (list) list.push(lane);
    else inside.set(home, [lane]);
  }
  const walk = (home: string): Lane[] =>
    [...(inside.get(home) ?? [])]
      .sort((a, b) => (home === '' ? 0 : (a.iterationPath.at(-1) ?? 0) - (b.iterationPath.at(-1) ?? 0)))
      .flatMap((lane) => [lane, ...walk(lane.key)]);
  return walk('');
}

/** A stretch of the axis; a folded one stands for a wait in which nothing worked. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly folded: boolean;
  /** Share of the drawn width, 0 to 1. */
  readonly start: number;
  readonly width: number;
}

const FOLD_OVER_MS = 30_000;
const FOLD_WIDTH = 0.06;

/** The axis from `from` to `to`, with stretches over 30 s in which nothing worked folded to a narrow strip. */
export function axisOf(lanes: readonly Lane[], from: number, to: number): Stretch[] {
  const busy = lanes
    .flatMap((lane) => lane.bars)
    .filter((bar) => bar.kind === 'work' || bar.kind === 'failed')
    .map((bar) => [bar.from, bar.to ?? to] as const)
    .sort((a, b) => a[0] - b[0]);
  const cuts: { from: number; to: number; folded: boolean }[] = [];
  let cursor = from;
  const idle = (until: number) => {
    if (until - cursor > FOLD_OVER_MS) cuts.push({ from: cursor, to: until, folded: true });
    else if (until > cursor) cuts.push({ from: cursor, to: until, folded: false });
    cursor = Math.max(cursor, until);
  };
  for (const [start, end] of busy) {
    if (start > cursor) idle(start);
    if (end > cursor) {
      cuts.push({ from: cursor, to: end, folded: false });
      cursor = end;
    }
  }
  idle(to);
  const merged: typeof cuts = [];
  for (const cut of cuts) {
    const last = merged.at(-1);
    if (last && !last.folded && !cut.folded) last.to = cut.to;
    else merged.push({ ...cut });
  }
  return measure(merged);
}

function measure(cuts: readonly { from: number; to: number; folded: boolean }[]): Stretch[] {
  const folded = cuts.filter((cut) => cut.folded).length;
  const open = cuts.filter((cut) => !cut.folded).reduce((sum, cut) => sum + cut.to - cut.from, 0);
  const foldWidth = open === 0 ? 1 / Math.max(1, folded) : Math.min(FOLD_WIDTH, 0.5 / Math.max(1, folded));
  const scale = open === 0 ? 0 : (1 - folded * foldWidth) / open;
  let start = 0;
  return cuts.map((cut) => {
    const width = cut.folded ? foldWidth : (cut.to - cut.from) * scale;
    const stretch = { ...cut, start, width };
    start += width;
    return stretch;
  });
}

/** Where on the axis a moment stands, 0 to 1. */
export function placeOf(axis: readonly Stretch[], at: number): number {
  const stretch = axis.find((one) => at <= one.to) ?? axis.at(-1);
  if (!stretch) return 0;
  const length = stretch.to - stretch.from;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (at - stretch.from) / length));
  return stretch.start + share * stretch.width;
}
