import type { NodeRun, WorkflowGraph } from '../api/types';
import { latestOf, startsWith } from './node-states';
import type { RunView } from './run-view';

export type EdgeStatus = 'idle' | 'taken' | 'skipped' | 'error' | 'running';

export interface EdgeState {
  readonly status: EdgeStatus;
  /** How often something passed: more than one in loops. */
  readonly count: number;
}

/** The handle through which a settled node run went on; undefined while it has not settled or when it went nowhere. */
export function takenHandle(nodeRun: NodeRun): string | undefined {
  if (nodeRun.status === 'completed') return nodeRun.handle ?? 'default';
  return nodeRun.status === 'failed' ? nodeRun.handle : undefined;
}

/** What passed along each edge, by edge id. An edge into a node that is at work shows as running. */
export function edgeStates(
  graph: Pick<WorkflowGraph, 'edges'>,
  view: RunView,
  within: readonly number[] = [],
): ReadonlyMap<string, EdgeState> {
  const runs = new Map<string, NodeRun[]>();
  for (const nodeRun of latestOf(view)) {
    const depth = nodeRun.iterationPath?.length ?? 0;
    if (!startsWith(nodeRun.iterationPath, within.slice(0, depth))) continue;
    const known = runs.get(nodeRun.nodeId);
    if (known) known.push(nodeRun);
    else runs.set(nodeRun.nodeId, [nodeRun]);
  }
  const states = new Map<string, EdgeState>();
  for (const edge of graph.edges) {
    const handle = edge.sourceHandle ?? 'default';
    let count = 0;
    let passedBy = false;
    for (const nodeRun of runs.get(edge.source) ?? []) {
      const taken = takenHandle(nodeRun);
      if (taken === handle) count++;
      else if (taken !== undefined || nodeRun.status === 'skipped') passedBy = true;
    }
    const atWork = runs
      .get(edge.target)
      ?.some((one) => one.status === 'running' || one.status === 'retrying');
    states.set(edge.id, { status: statusOf(count, passedBy, handle, atWork ?? false), count });
  }
  return states;
}

function statusOf(count: number, passedBy: boolean, handle: string, atWork: boolean): EdgeStatus {
  if (count === 0) return passedBy ? 'skipped' : 'idle';
  if (handle === 'error') return 'error';
  return atWork ? 'running' : 'taken';
}
