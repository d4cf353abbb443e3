import { isJsonObject } from '@weftwork/schema';
import type { NodeRun, WorkflowGraph } from '../api/types';
import { latestOf, startsWith } from './node-states';
import type { RunView } from './run-view';

export type IterationStatus = 'running' | 'awaiting_input' | 'completed' | 'failed';

export interface LoopProgress {
  readonly iterations: readonly { readonly index: number; readonly status: IterationStatus }[];
  /** How many there will be, where that is known. */
  readonly total: number | undefined;
}

const MOVING = new Set<NodeRun['status']>(['running', 'retrying']);
const WAITING = new Set<NodeRun['status']>(['awaiting_input', 'unknown']);

/** The iterations of one loop run, from the node runs of its body at any depth. */
export function loopProgress(
  graph: Pick<WorkflowGraph, 'nodes'>,
  view: RunView,
  loopId: string,
  path: readonly number[] = [],
): LoopProgress {
  const loopRun = latestOf(view).find(
    (one) =>
      one.nodeId === loopId &&
      (one.iterationPath?.length ?? 0) === path.length &&
      startsWith(one.iterationPath, path),
  );
  const body = bodyOf(graph, loopId);
  const byIndex = new Map<number, NodeRun[]>();
  for (const nodeRun of latestOf(view)) {
    const index = nodeRun.iterationPath?.[path.length];
    if (index === undefined || !body.has(nodeRun.nodeId) || !startsWith(nodeRun.iterationPath, path))
      continue;
    byIndex.set(index, [...(byIndex.get(index) ?? []), nodeRun]);
  }
  const ended = loopRun !== undefined && !MOVING.has(loopRun.status);
  const iterations = [...byIndex]
    .sort(([a], [b]) => a - b)
    .map(([index, runs]) => ({ index, status: iterationStatus(runs, ended) }));
  return { iterations, total: totalOf(loopRun) };
}

function totalOf(loopRun: NodeRun | undefined): number | undefined {
  if (!loopRun) return undefined;
  const output = isJsonObject(loopRun.output) ? loopRun.output : {};
  return loopRun.iterations?.count ?? (typeof output.count === 'number' ? output.count : undefined);
}

function bodyOf(graph: Pick<WorkflowGraph, 'nodes'>, loopId: string): ReadonlySet<string> {
  const body = new Set<string>();
  for (let size = -1; size < body.size; ) {
    size = body.size;
    for (const node of graph.nodes) {
      if (node.parentId === loopId || (node.parentId && body.has(node.parentId))) body.add(node.id);
    }
  }
  return body;
}

function iterationStatus(runs: readonly NodeRun[], loopEnded: boolean): IterationStatus {
  if (runs.some((one) => WAITING.has(one.status))) return 'awaiting_input';
  if (runs.some((one) => one.status === 'failed')) return 'failed';
  return !loopEnded && runs.some((one) => MOVING.has(one.status)) ? 'running' : 'completed';
}
