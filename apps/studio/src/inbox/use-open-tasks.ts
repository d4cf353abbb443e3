'use client';

import { useQuery } from '@tanstack/react-query';
import { getRun, listGates, listRuns } from '../api/client';
import { keys } from '../api/queries';
import type { Run } from '../api/types';
import { byUrgency, type OpenTask, tasksOf } from './open-tasks';

const LIMIT = 100;

/** A run is read whole once per change: its `lastSeq` tells whether anything did. */
const known = new Map<string, Run>();

/**
 * Runs with an open gate, and runs that wait for anything: among these are the calls of unknown outcome, which the
 * list of gates does not name.
 */
async function readOpenTasks(): Promise<OpenTask[]> {
  const [gates, waiting] = await Promise.all([
    listGates(),
    listRuns({ status: 'awaiting_input', limit: LIMIT }),
  ]);
  const fresh = new Map(waiting.items.map((run) => [run.id, run.lastSeq]));
  const ids = new Set([...waiting.items.map((run) => run.id), ...gates.items.map((gate) => gate.runId)]);
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
  const runs = await Promise.all([...ids].map((id) => readWhole(id, fresh.get(id))));
  return runs.flatMap((run) => (run ? tasksOf(run) : [])).sort(byUrgency);
}

/** One that went away in between is passed over. */
async function readWhole(id: string, lastSeq: number | undefined): Promise<Run | undefined> {
  const before = known.get(id);
  if (before && before.lastSeq === lastSeq) return before;
  const run = await getRun(id).catch(() => undefined);
  if (run) known.set(id, run);
  return run;
}

/** Everything that waits for a person, most urgent first; asked again every few seconds while in view. */
export function useOpenTasks(refetchInterval = 10_000) {
  return useQuery({ queryKey: keys.tasks, queryFn: readOpenTasks, refetchInterval, retry: false });
}
