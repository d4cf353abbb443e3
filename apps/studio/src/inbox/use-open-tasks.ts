'use client';

import { useQuery } from '@tanstack/react-query';
import { getRun, listRuns } from '../api/client';
import { keys } from '../api/queries';
import type { Run, RunSummary } from '../api/types';
import { byUrgency, type OpenTask, tasksOf } from './open-tasks';

/** Gates may be open while other branches still run, so both kinds of run are looked through. */
const STATUSES = ['awaiting_input', 'running'] as const;
const LIMIT = 100;

async function readOpenTasks(): Promise<OpenTask[]> {
  const pages = await Promise.all(STATUSES.map((status) => listRuns({ status, limit: LIMIT })));
  const runs = await Promise.all(pages.flatMap((page) => page.items).map(whole));
  return runs.flatMap((run) => (run ? tasksOf(run) : [])).sort(byUrgency);
}

/** A list may leave out what a run holds; then the run itself is read. One that went away in between is passed over. */
async function whole(run: RunSummary): Promise<Run | undefined> {
  if (run.gates && run.nodeRuns) return run as Run;
  return getRun(run.id).catch(() => undefined);
}

/** Everything that waits for a person, most urgent first; asked again every few seconds while in view. */
export function useOpenTasks(refetchInterval = 10_000) {
  return useQuery({ queryKey: keys.tasks, queryFn: readOpenTasks, refetchInterval, retry: false });
}
