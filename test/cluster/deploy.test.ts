import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventEnvelope, isTerminal, type RunStatus } from '@weftwork/schema';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TrialPostgres } from '../../scripts/lib/cluster.mjs';
import { buildCommit, commitBeforeNewestMigration } from '../../scripts/lib/earlier-release.mjs';
import { drawGraph } from '../support/draw-graph';
import { createTestCluster, type RunAnswer, type TestCluster } from './support';

const ended = ({ status }: RunAnswer) => isTerminal(status as RunStatus);

const GRAPH = {
  ...drawGraph('start>a a>ask ask.approved>b b>output', {
    a: { type: 'transform', config: { value: { n: 1 } } },
    ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
    b: { type: 'transform', config: { value: { n: 2 } } },
    output: { config: { value: { n: '{{ nodes.b.data.n }}' } } },
  }),
  id: 'over-a-deploy',
};

/** Runs that stop in the middle, at a question that is answered later. */
async function startWaiting(cluster: TestCluster, count: number): Promise<string[]> {
  const runs = await Promise.all(Array.from({ length: count }, () => cluster.run(GRAPH.id, {}, 10)));
  expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'awaiting_input'));
  return runs.map(({ id }) => id);
}

async function answerAll(cluster: TestCluster, runIds: readonly string[]): Promise<void> {
  for (const id of runIds) {
    await cluster.api(`/runs/${id}/approve`, { method: 'POST', body: {} });
    expect(await cluster.until(id, ended)).toMatchObject({ status: 'completed', output: { n: 2 } });
    const { items } = await cluster.api<{ items: EventEnvelope[] }>(`/runs/${id}/events?after=0&limit=1000`, {
      headers: { accept: 'application/json' },
    });
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1));
  }
}

describe('a database that is migrated under running processes', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await createTestCluster();
    await cluster.publish(GRAPH);
  });
  afterAll(() => cluster?.stop());

  it('is used on by processes that know nothing of what was added', async () => {
    const before = await startWaiting(cluster, 5);
    const client = new Client({ connectionString: cluster.databaseUrl });
    await client.connect();
    const during = Promise.all(Array.from({ length: 20 }, () => cluster.run('start_output', { name: 'x' })));
    // The kinds of change that a migration may make.
    await client.query(`
      ALTER TABLE runs ADD COLUMN of_tomorrow text NOT NULL DEFAULT 'x';
      ALTER TABLE run_log ADD COLUMN of_tomorrow integer;
      CREATE INDEX runs_of_tomorrow ON runs (created_at) WHERE of_tomorrow <> 'x';
      CREATE TABLE of_tomorrow (id uuid PRIMARY KEY)`);
    await client.end();
    expect((await during).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'completed'));
    await answerAll(cluster, [...before, ...(await startWaiting(cluster, 5))]);
  });
});

/** Builds another commit, so it is asked for: `npm run test:deploy`. */
describe.runIf(process.env.WEFTWORK_DEPLOY_TEST)('the release before the newest migration', () => {
  let folder: string;
  let postgres: TrialPostgres;
  let cluster: TestCluster;
  let from: string;

  beforeAll(async () => {
    const commit = await commitBeforeNewestMigration();
    if (commit === undefined)
      throw new Error('The history does not reach the newest migration: fetch it all.');
    folder = await mkdtemp(join(tmpdir(), 'weftwork-deploy-'));
    from = join(folder, 'release');
    await buildCommit(commit, from);
    postgres = await startPostgres(join(folder, 'database'));
    cluster = await createTestCluster({ databaseUrl: postgres.url, servers: 0, workers: 0 });
  }, 180_000);
  afterAll(async () => {
    await cluster?.stop();
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('works beside today: both walk runs through the migration, and what one began the other ends', async () => {
    const oldServer = await cluster.startServer({}, { from });
    const oldWorker = await cluster.startWorker({}, { from });
    await cluster.publish(GRAPH);
    const begunByOld = await startWaiting(cluster, 10);

    // Runs flow while today's processes start, migrate and join.
    let flowing = true;
    const flow = (async () => {
      const runs: RunAnswer[] = [];
      while (flowing) runs.push(await cluster.run('start_output', { name: 'x' }));
      return runs;
    })();
    const newServer = await cluster.startServer();
    const newWorker = await cluster.startWorker();
    const begunByBoth = await startWaiting(cluster, 10);
    flowing = false;
    for (const { status } of await flow) expect(status).toBe('completed');
    await answerAll(cluster, begunByOld.slice(0, 5));

    await oldWorker.end();
    cluster.servers.splice(0, 1);
    await oldServer.end();
    await answerAll(cluster, [...begunByOld.slice(5), ...begunByBoth.slice(0, 5)]);

    // And back again: the old release on the new tables.
    const again = await cluster.startWorker({}, { from });
    await newWorker.end();
    await answerAll(cluster, begunByBoth.slice(5));
    await again.end();
    await newServer.end();
  }, 120_000);
});
