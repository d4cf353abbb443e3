'use client';

import { useQuery } from '@tanstack/react-query';
import { getRun, listGates, listRuns } from '../api/client';
import { isApiError } from '../api/http';
import { keys } from '../api/queries';
import type { Run } from '../api/types';
import { byUrgency, type OpenTask, tasksOf } from './open-tasks';

/** As many as the service gives at once. */
const LIMIT = 200;

export interface OpenTasks {
  readonly tasks: readonly OpenTask[];
  /** Ids of runs that may wait for somebody and could not be read. */
  readonly unread: readonly string[];
  /** There are more than were read. */
  readonly more: boolean;
}

/** A run is read whole once per change: its `lastSeq` tells whether anything did. */
const known = new Map<string, Run>();

/**
 * Runs with an open gate, and runs that wait for anything: among these are the calls of unknown outcome, which the
 * list of gates does not name.
 */
async function readOpenTasks(): Promise<OpenTasks> {
  const [gates, waiting] = await Promise.all([
    listGates(LIMIT),
    listRuns({ status: 'awaiting_input', limit: LIMIT }),
  ]);
  const fresh = new Map(waiting.items.map((run) => [run.id, run.lastSeq]));
  const ids = new Set([...waiting.items.map((run) => run.id), ...gates.items.map((gate) => gate.runId)]);
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  const unread: string[] = [];
  const runs = await Promise.all(
    [...ids].map((id) =>
      readWhole(id, fresh.get(id)).catch((error: unknown) => {
        // One that went away in between waits for nobody.
        if (!isApiError(error) || error.status !== 404) unread.push(id);
        return undefined;
      }),
    ),
  );
  const tasks = runs.flatMap((run) => (run ? tasksOf(run) : [])).sort(byUrgency);
  return { tasks, unread, more: gates.nextCursor !== null || waiting.nextCursor !== null };
}

async function readWhole(id: string, lastSeq: number | undefined): Promise<Run> {
  const before = known.get(id);
  if (before && before.lastSeq === lastSeq) return before;
  const run = await getRun(id);
  known.set(id, run);
  return run;
}

/** Everything that waits for a person, most urgent first; asked again every few seconds while in view. */
export function useOpenTasks(refetchInterval = 10_000) {
  return useQuery({ queryKey: keys.tasks, queryFn: readOpenTasks, refetchInterval, retry: false });
}
