import type { Gate, JsonObject, NodeRun, Run, RunSummary } from '../api/types';
import type { RunView } from '../run-state/run-view';

/** Something that waits for a person: an open gate, or a call whose outcome nobody knows. */
export interface OpenTask {
  readonly key: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly nodeId: string;
  readonly iterationPath: readonly number[];
  readonly stepId: string;
  readonly kind: 'approval' | 'form' | 'signal' | 'unknown';
  readonly gate: Gate | undefined;
  readonly nodeRun: NodeRun | undefined;
  readonly since: string | undefined;
  /** What the run was started with. */
  readonly runInput: JsonObject;
}

type TaskRun = Pick<Run, 'id' | 'workflowId' | 'nodeRuns' | 'gates' | 'input'> &
  Pick<RunSummary, 'status' | 'startedAt' | 'createdAt'>;

const CLOSED = new Set<string>(['completed', 'failed', 'cancelled', 'cancel_requested']);

/** The open tasks of one run; a run that has ended or is being cancelled has none. */
export function tasksOf(run: TaskRun): OpenTask[] {
  if (CLOSED.has(run.status)) return [];
  const shared = { runId: run.id, workflowId: run.workflowId, runInput: run.input ?? {} };
  const byId = new Map(run.nodeRuns.map((one) => [one.id, one]));
  const since = (nodeRun: NodeRun | undefined) =>
    nodeRun?.startedAt ?? run.startedAt ?? run.createdAt ?? undefined;
  const gates = run.gates
    .filter((gate) => gate.status === 'open')
    .map((gate) => ({
      ...shared,
      key: `${run.id} ${gate.stepId}`,
      nodeId: gate.nodeId,
      iterationPath: gate.iterationPath ?? [],
      stepId: gate.stepId,
      kind: gate.mode,
      gate,
      nodeRun: byId.get(gate.stepId),
      since: since(byId.get(gate.stepId)),
    }));
  const unknown = run.nodeRuns
    .filter((one) => one.status === 'unknown')
    .map((one) => ({
      ...shared,
      key: `${run.id} ${one.id}`,
      nodeId: one.nodeId,
      iterationPath: one.iterationPath ?? [],
      stepId: one.id,
      kind: 'unknown' as const,
      gate: undefined,
      nodeRun: one,
      since: since(one),
    }));
  return [...gates, ...unknown];
}

export function tasksOfView(view: RunView): OpenTask[] {
  return tasksOf({ ...view.run, nodeRuns: [...view.nodeRuns.values()], gates: [...view.gates.values()] });
}

/** Those with a deadline first, the nearest on top; then the oldest. */
export function byUrgency(a: OpenTask, b: OpenTask): number {
  const deadline = (task: OpenTask) =>
    task.gate?.deadlineAt ? Date.parse(task.gate.deadlineAt) : Number.POSITIVE_INFINITY;
  const difference = deadline(a) - deadline(b);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return (a.since ?? '').localeCompare(b.since ?? '');
}
