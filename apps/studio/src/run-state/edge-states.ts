import { isJsonObject } from '@weftwork/schema';
import type { NodeRun, WorkflowGraph } from '../api/types';
import { latestAttempts, startsWith } from './node-states';
import type { RunView } from './run-view';

export type EdgeStatus = 'idle' | 'taken' | 'skipped' | 'error' | 'running';

export interface EdgeState {
  readonly status: EdgeStatus;
  /** How often something passed: more than one in loops. */
  readonly count: number;
}

type Node = WorkflowGraph['nodes'][number];

/**
 * The handle through which a settled node run went on, or undefined while it is not settled. Events say it; a
 * snapshot does not, so it is read off the result there.
 */
export function takenHandle(node: Node, nodeRun: NodeRun, view: RunView): string | undefined {
  const said = view.handles.get(nodeRun.id);
  if (said) return said;
  if (nodeRun.status === 'failed') return node.onError === 'branch' ? 'error' : undefined;
  if (nodeRun.status !== 'completed') return undefined;
  const output = isJsonObject(nodeRun.output) ? nodeRun.output : {};
  if (node.type === 'condition') return typeof output.case === 'string' ? output.case : undefined;
  if (node.type !== 'human_input') return 'default';
  if (typeof output.decision === 'string') return output.decision;
  return node.config.mode === 'approval' ? undefined : 'answered';
}

/** What passed along each edge, by edge id. An edge into a node that is at work shows as running. */
export function edgeStates(
  graph: Pick<WorkflowGraph, 'nodes' | 'edges'>,
  view: RunView,
  within: readonly number[] = [],
): ReadonlyMap<string, EdgeState> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const runs = new Map<string, NodeRun[]>();
  for (const nodeRun of latestAttempts(view.nodeRuns.values())) {
    const depth = nodeRun.iterationPath?.length ?? 0;
    if (!startsWith(nodeRun.iterationPath, within.slice(0, depth))) continue;
    runs.set(nodeRun.nodeId, [...(runs.get(nodeRun.nodeId) ?? []), nodeRun]);
  }
  const states = new Map<string, EdgeState>();
  for (const edge of graph.edges) {
    const source = nodes.get(edge.source);
    const settled = (source && runs.get(source.id)) ?? [];
    const handle = edge.sourceHandle ?? 'default';
    let count = 0;
    let passedBy = false;
    for (const nodeRun of settled) {
      const taken = source && takenHandle(source, nodeRun, view);
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
