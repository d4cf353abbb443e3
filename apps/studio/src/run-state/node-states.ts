import type { NodeRun, NodeRunStatus, RunError } from '../api/types';
import type { RunView } from './run-view';

/** What a node card shows of a run: the latest attempt, or the most telling one of its iterations. */
export interface NodeState {
  readonly status: NodeRunStatus;
  /** The node run the state was taken from. */
  readonly nodeRun: NodeRun;
  /** Node runs of this node, attempts of one iteration counted once. */
  readonly runs: number;
  readonly completed: number;
  readonly failed: number;
  readonly error: RunError | undefined;
  /** Until when somebody must have answered, while it waits and where there is a limit. */
  readonly deadlineAt: string | undefined;
}

/** What needs a person comes first, then what moves, then what ended; the first status present names the node. */
export const TELLING: readonly NodeRunStatus[] = [
  'awaiting_input',
  'unknown',
  'running',
  'retrying',
  'failed',
  'cancelled',
  'completed',
  'skipped',
];

/** The node that a reader looks for first: what needs a person, else what moves, else what failed. */
export function foremostNode(states: ReadonlyMap<string, NodeState>): string | undefined {
  const quiet = telling('cancelled');
  let [found, best] = [undefined as string | undefined, quiet];
  for (const [id, { status }] of states) {
    if (telling(status) < best) [found, best] = [id, telling(status)];
  }
  return found;
}

const telling = (status: NodeRunStatus) => TELLING.indexOf(status);

export function startsWith(path: readonly number[] | undefined, prefix: readonly number[]): boolean {
  return prefix.every((index, depth) => path?.[depth] === index);
}

const attempts = new WeakMap<RunView, readonly NodeRun[]>();

/** The last attempts of a picture of a run, found once: nodes, edges and each loop ask for them. */
export function latestOf(view: RunView): readonly NodeRun[] {
  let known = attempts.get(view);
  if (!known) {
    known = latestAttempts(view.nodeRuns.values());
    attempts.set(view, known);
  }
  return known;
}

/** The last attempt of each node and iteration, in the order they came up. */
export function latestAttempts(nodeRuns: Iterable<NodeRun>): NodeRun[] {
  const latest = new Map<string, NodeRun>();
  for (const nodeRun of nodeRuns) {
    const key = `${nodeRun.nodeId}~${(nodeRun.iterationPath ?? []).join('.')}`;
    const known = latest.get(key);
    if (!known || known.attempt <= nodeRun.attempt) latest.set(key, nodeRun);
  }
  return [...latest.values()];
}

const statesOf = new WeakMap<RunView, ReadonlyMap<string, NodeState>>();

/**
 * The state of every node that has run or was skipped. With `within`, body nodes show the iteration of that path only
 * (a path deeper than a node's own is cut to fit).
 */
export function nodeStates(view: RunView, within: readonly number[] = []): ReadonlyMap<string, NodeState> {
  if (within.length > 0) return statesWithin(view, within);
  // Of the whole run several parts of a page ask, at each bunch of events.
  const known = statesOf.get(view) ?? statesWithin(view, within);
  statesOf.set(view, known);
  return known;
}

function statesWithin(view: RunView, within: readonly number[]): ReadonlyMap<string, NodeState> {
  const states = new Map<string, NodeState>();
  for (const nodeRun of latestOf(view)) {
    const depth = nodeRun.iterationPath?.length ?? 0;
    if (!startsWith(nodeRun.iterationPath, within.slice(0, depth))) continue;
    const before = states.get(nodeRun.nodeId);
    const shown = before && telling(before.status) < telling(nodeRun.status) ? before.nodeRun : nodeRun;
    states.set(nodeRun.nodeId, {
      status: shown.status,
      nodeRun: shown,
      runs: (before?.runs ?? 0) + (nodeRun.status === 'skipped' ? 0 : 1),
      completed: (before?.completed ?? 0) + (nodeRun.status === 'completed' ? 1 : 0),
      failed: (before?.failed ?? 0) + (nodeRun.status === 'failed' ? 1 : 0),
      error: shown.error ?? undefined,
      deadlineAt: shown.status === 'awaiting_input' ? view.gates.get(shown.id)?.deadlineAt : undefined,
    });
  }
  return states;
}
