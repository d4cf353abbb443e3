import { isTerminal } from '@weftwork/schema';
import { logViolations, watchedRun } from '../testing/run-violations';
import type { SimulatedRun } from './read-runs';

/** What must hold of every run when a simulation is over, whatever happened. Empty when it does. */
export function findViolations(runs: readonly SimulatedRun[]): readonly string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return runs.flatMap((run) =>
    [
      ...(isTerminal(run.status) ? [] : [`it is still ${run.status}`]),
      ...logViolations(watchedRun(run, run.log)),
      ...(run.error?.code === 'INTERNAL' ? [`it met a defect: ${run.error.message}`] : []),
      ...outlivesParent(run, byId),
    ].map((what) => `run ${run.id} of ${run.workflowId}: ${what}`),
  );
}

/** A parent ends after its children. */
function outlivesParent(run: SimulatedRun, byId: ReadonlyMap<string, SimulatedRun>): string[] {
  const parent = run.parent && byId.get(run.parent.runId);
  if (!parent || !isTerminal(parent.status)) return [];
  if (isTerminal(run.status) && run.endedAt! <= parent.endedAt!) return [];
  return [`its parent ${parent.id} ended before it`];
}
