import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, type TrialCluster, type TrialOptions } from '../../scripts/lib/cluster.mjs';
import { createTestDatabase } from '../postgres';

export interface RunAnswer {
  readonly id: string;
  readonly status: string;
  readonly waitReason?: string;
  readonly output?: unknown;
  readonly error?: { readonly code: string };
  readonly lastSeq: number;
}

export interface TestCluster extends TrialCluster {
  /** Starts a run; with `wait` it answers when it has settled or so many seconds are over. */
  run(workflowId: string, input?: object, wait?: number): Promise<RunAnswer>;
  /** Asks until the run is as wanted. */
  until(runId: string, wanted: (run: RunAnswer) => boolean, withinMs?: number): Promise<RunAnswer>;
}

/** Real servers and workers on a fresh database of the test run's PostgreSQL, and a Redis of their own. */
export async function createTestCluster(options: Partial<TrialOptions> = {}): Promise<TestCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'weftwork-cluster-'));
  const database = options.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const cluster = await startCluster({
    dir,
    workers: 1,
    ...(database && { databaseUrl: database.url }),
    ...options,
  });
  return Object.assign(cluster, {
    run: (workflowId: string, input: object = {}, wait = 10) =>
      cluster.api<RunAnswer>(wait > 0 ? `/runs?wait=${wait}` : '/runs', {
        method: 'POST',
        body: { workflowId, input },
      }),
    async until(runId: string, wanted: (run: RunAnswer) => boolean, withinMs = 15_000) {
      const until = performance.now() + withinMs;
      for (;;) {
        const run = await cluster.api<RunAnswer>(`/runs/${runId}`);
        if (wanted(run)) return run;
        if (performance.now() > until)
          throw new Error(`Run ${runId} is still ${run.status} ${run.waitReason ?? ''}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop: stopWith(cluster.stop, async () => {
      for (const { name, child, logPath } of cluster.servers)
        if (child.exitCode)
          console.error(`${name} ended:\n${(await readFile(logPath, 'utf8')).slice(-3_000)}`);
      await database?.drop();
      await rm(dir, { recursive: true, force: true });
    }),
  });
}

function stopWith(stop: () => Promise<void>, after: () => Promise<void>): () => Promise<void> {
  return async () => {
    await stop();
    await after();
  };
}
