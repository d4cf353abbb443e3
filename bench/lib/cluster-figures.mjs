/** What only a cluster has: servers without a runtime, workers, Redis, and the loss of any of them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { agent, closedLoop, httpJson } from '../peers/lib/load.mjs';
import { sleep } from '../peers/lib/proc.mjs';
import { graph, inARow, node } from './cluster-graphs.mjs';
import { startSink } from './cluster-sink.mjs';
import { withDatabase } from './service.mjs';
import { chain } from './workflows.mjs';

const require = createRequire(import.meta.url);
/** Sorts the values. */
export const quantile = (values, share) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** BullMQ alone: jobs that do nothing, added in bulk and taken by one worker. */
export async function noopJobs(redisUrl, jobs) {
  const { Queue, Worker } = require('bullmq');
  const { Redis } = require('ioredis');
  const connections = [0, 1].map(() => new Redis(redisUrl, { maxRetriesPerRequest: null }));
  const queue = new Queue('floor', { connection: connections[0] });
  const startedAt = performance.now();
  let done = 0;
  let finish;
  const finished = new Promise((resolve) => {
    finish = resolve;
  });
  const worker = new Worker('floor', async () => ++done === jobs && finish(), {
    connection: connections[1],
    concurrency: 64,
    removeOnComplete: { count: 0 },
  });
  for (let added = 0; added < jobs; added += 100) {
    await queue.addBulk(Array.from({ length: 100 }, () => ({ name: 'look', data: {} })));
  }
  await finished;
  const perSecond = (jobs / (performance.now() - startedAt)) * 1000;
  await Promise.all([worker.close(), queue.close()]);
  for (const connection of connections) connection.disconnect();
  return perSecond;
}

/** w1 through the queue, and from its admission to its claim by the database's clock. */
export async function runsThroughQueue(cluster, concurrencies, seconds) {
  await cluster.publish(chain('w1', 10));
  const connections = agent(Math.max(...concurrencies));
  const request = {
    url: `${cluster.servers[0].url}/api/v1/runs?wait=30`,
    headers: { authorization: `Bearer ${cluster.token}` },
    body: { workflowId: 'w1', input: { n: 1 } },
  };
  const once = async () => {
    const { status, json } = await httpJson(connections, request);
    if (status !== 200 || json.output?.n !== 11) throw new Error(`A run answered ${status}`);
  };
  await closedLoop(once, { conc: Math.max(...concurrencies), seconds: 3 });
  const rows = [];
  for (const conc of concurrencies) {
    const since = await withDatabase(cluster.databaseUrl, nowOf);
    const row = await closedLoop(once, { conc, seconds });
    rows.push({
      ...row,
      toClaimMs: await withDatabase(cluster.databaseUrl, (client) => toClaim(client, since)),
    });
  }
  connections.destroy();
  return rows;
}

const nowOf = async (client) => (await client.query('SELECT clock_timestamp() AS now')).rows[0].now;

async function toClaim(client, since) {
  const { rows } = await client.query(
    'SELECT 1000 * extract(epoch FROM started_at - created_at)::float8 AS ms FROM runs WHERE created_at > $1',
    [since],
  );
  return quantile(
    rows.map(({ ms }) => ms),
    0.5,
  );
}

/** From the SIGKILL of a worker in a call to the same call by another. */
export async function takeover(cluster) {
  const sink = await startSink();
  const call = node('call', 'http', { method: 'GET', url: `${sink.url}/hold` });
  await cluster.publish(graph('takeover', [call], inARow(['start', 'call', 'output'])));
  const held = sink.next();
  const { id } = await cluster.api('/runs', { method: 'POST', body: { workflowId: 'takeover', input: {} } });
  await held;
  const owner = await withDatabase(cluster.databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT name FROM workers WHERE id::text = (SELECT owner FROM runs WHERE id = $1)',
      [id],
    );
    return rows[0]?.name ?? '';
  });
  const victim = cluster.workers.find(({ pid }) => owner.includes(String(pid))) ?? cluster.workers[0];
  const again = sink.next();
  const killedAt = performance.now();
  victim.kill('SIGKILL');
  await again;
  const ms = performance.now() - killedAt;
  sink.close();
  cluster.workers.splice(cluster.workers.indexOf(victim), 1);
  await cluster.startWorker();
  return ms;
}

const runOne = (cluster) =>
  cluster.api('/runs?wait=30', { method: 'POST', body: { workflowId: 'w1', input: { n: 1 } } });

/** The longest run while Redis is away, and from its return until a worker takes a wake-up from it. */
export async function redisReturn(cluster) {
  await cluster.redis.kill();
  let longestMs = 0;
  for (let run = 0; run < 8; run += 1) {
    const startedAt = performance.now();
    await runOne(cluster);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  await cluster.redis.start();
  const backAt = performance.now();
  for (;;) {
    await runOne(cluster);
    const length = await cluster.redis.command('XLEN', 'weftwork:runs:events');
    if (Number(length.slice(1)) >= 4) return { longestMs, usedAgainMs: performance.now() - backAt };
  }
}

/** From the return of a killed PostgreSQL to the next finished run. */
export async function postgresReturn(cluster) {
  await cluster.postgres.kill();
  await sleep(2_000);
  await cluster.postgres.start();
  const backAt = performance.now();
  for (;;) {
    const run = await runOne(cluster).catch(() => undefined);
    if (run?.status === 'completed') return performance.now() - backAt;
    await sleep(10);
  }
}

/** How long until runs whose wake-ups were flushed out of Redis have all ended. */
export async function flushedWakeUps(cluster, count) {
  for (const worker of cluster.workers) worker.kill('SIGSTOP');
  const admit = () => cluster.api('/runs', { method: 'POST', body: { workflowId: 'w1', input: { n: 1 } } });
  for (let admitted = 0; admitted < count; admitted += 50)
    await Promise.all(Array.from({ length: 50 }, admit));
  await cluster.redis.command('FLUSHALL');
  const goneAt = performance.now();
  for (const worker of cluster.workers) worker.kill('SIGCONT');
  return withDatabase(cluster.databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query('SELECT count(*)::int4 AS open FROM runs WHERE phase IS NOT NULL');
      if (rows[0].open === 0) return performance.now() - goneAt;
      await sleep(5);
    }
  });
}

/** How much later than due deadlines fire, by the database's clock. */
export async function timerLateness(cluster, count) {
  const ask = node('ask', 'human_input', {
    mode: 'approval',
    message: '?',
    deadlineSeconds: 2,
    onTimeout: { policy: 'autoReject' },
  });
  await cluster.publish(
    graph(
      'deadline',
      [ask],
      [
        ['start', 'ask'],
        ['ask', 'output', 'approved'],
      ],
    ),
  );
  const admit = () => cluster.api('/runs', { method: 'POST', body: { workflowId: 'deadline', input: {} } });
  for (let admitted = 0; admitted < count; admitted += 20) {
    await Promise.all(Array.from({ length: 20 }, admit));
    await sleep(50);
  }
  return withDatabase(cluster.databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `SELECT 1000 * extract(epoch FROM closed_at - deadline_at)::float8 AS ms FROM gates WHERE status = 'expired'`,
      );
      if (rows.length >= count)
        return quantile(
          rows.map(({ ms }) => ms),
          0.99,
        );
      await sleep(100);
    }
  });
}

/** Where the logs of a cluster go. */
export const clusterFolder = (dir) => join(dir, 'run', `cluster-${process.pid}`);
