import type { NodeRun, Run, RunError } from '../api/types';
import { latestAttempts } from '../run-state/node-states';
import { laneKey } from '../run-state/timeline';

/** As deep as runs call each other. */
const DEEPEST = 10;

/** The child run that failed where the run says that it failed, of the very iteration; undefined where none did. */
export function failedChildOf(nodeRuns: Iterable<NodeRun>, error: RunError | undefined): string | undefined {
  if (!error?.nodeId) return undefined;
  const lane = laneKey(error.nodeId, error.iterationPath);
  return latestAttempts(nodeRuns).find((one) => laneKey(one.nodeId, one.iterationPath) === lane)?.childRunId;
}

/** Follows a failure from child run to child run, down to the one in which it began. */
export async function findRootRun(childRunId: string, read: (id: string) => Promise<Run>): Promise<Run> {
  let run = await read(childRunId);
  for (let depth = 1; depth < DEEPEST; depth++) {
    const next = failedChildOf(run.nodeRuns, run.error);
    if (next === undefined) break;
    run = await read(next);
  }
  return run;
}
