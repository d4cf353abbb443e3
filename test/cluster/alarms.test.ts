import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/lib/redis.mjs';
import { eventually } from '../support/eventually';
import { createTestCluster, type TestCluster } from './support';

/* The alarms of docs/operations.md on real processes, with less time before they sound. */

let cluster: TestCluster;
let sql: Client;
let workerUrl: string;

beforeAll(async () => {
  const port = String(await freePort());
  workerUrl = `http://127.0.0.1:${port}`;
  cluster = await createTestCluster({
    redisUrl: null,
    env: { WEFTWORK_WORKER_ALARM_SECONDS: '2' },
    workerEnv: { WEFTWORK_METRICS_PORT: port },
  });
  sql = new Client({ connectionString: cluster.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql?.end();
  await cluster?.stop();
});

interface Health {
  readonly status: string;
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}

async function metric(name: string, who: 'server' | 'worker'): Promise<number> {
  const answer =
    who === 'server'
      ? await fetch(`${cluster.servers[0]!.url}/metrics`, {
          headers: { authorization: `Bearer ${cluster.token}` },
        })
      : await fetch(`${workerUrl}/metrics`);
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
}

const healthOnce = (wanted: string): Promise<Health> =>
  eventually(async () => {
    const health = await cluster.api<Health>('/health');
    return health.status === wanted && health;
  });

it('NO_ELIGIBLE_WORKER sounds for runs of an engine that no living worker has, and is over when they can go on', async () => {
  const gate = {
    schemaVersion: '1.0',
    id: 'gate',
    name: 'gate',
    nodes: [
      { id: 'start', type: 'start', name: 'start', config: {} },
      { id: 'ask', type: 'human_input', name: 'ask', config: { mode: 'approval', message: '?' } },
      { id: 'output', type: 'output', name: 'output', config: { value: {} } },
    ],
    edges: [
      { id: 'a', source: 'start', target: 'ask' },
      { id: 'b', source: 'ask', target: 'output', sourceHandle: 'approved' },
    ],
  };
  await cluster.publish(gate);
  const run = await cluster.run('gate', {}, 10);
  expect(run.status).toBe('awaiting_input');
  expect(await cluster.api('/health')).not.toHaveProperty('problems');

  await sql.query(`UPDATE runs SET engine = '99' WHERE id = $1`, [run.id]);
  await cluster.api(`/runs/${run.id}/approve`, { method: 'POST', body: {} });
  const health = await healthOnce('degraded');
  expect(health.problems).toEqual([
    {
      code: 'NO_ELIGIBLE_WORKER',
      message:
        'One run could go on, but no living worker has engine 99. Start one of the release that began them.',
    },
  ]);
  expect(await metric('weftwork_runs_without_worker', 'server')).toBe(1);
  await expect.poll(() => metric('weftwork_runs_without_worker', 'worker'), { timeout: 10_000 }).toBe(1);
  // Nobody took it: it could go on, and does not.
  const { rows } = await sql.query('SELECT phase::text, epoch FROM runs WHERE id = $1', [run.id]);
  expect(rows).toEqual([{ phase: 'ready', epoch: 1 }]);

  await sql.query(`UPDATE runs SET engine = '1' WHERE id = $1`, [run.id]);
  expect(await cluster.until(run.id, ({ status }) => status === 'completed')).toBeDefined();
  await healthOnce('ok');
  await expect.poll(() => metric('weftwork_runs_without_worker', 'worker'), { timeout: 10_000 }).toBe(0);
}, 60_000);

it('NO_ELIGIBLE_WORKER sounds when the last worker has gone, and is over when one comes', async () => {
  await cluster.workers[0]!.end();
  const run = await cluster.run('gate', {}, 0);
  const { problems } = await healthOnce('degraded');
  expect(problems).toEqual([
    { code: 'NO_ELIGIBLE_WORKER', message: 'One run could go on, but no worker is alive. Start one.' },
  ]);
  expect(await metric('weftwork_workers_alive', 'server')).toBe(0);
  await cluster.startWorker();
  await cluster.until(run.id, ({ status }) => status === 'awaiting_input');
  await healthOnce('ok');
  expect(await metric('weftwork_runs_without_worker', 'server')).toBe(0);
}, 60_000);
