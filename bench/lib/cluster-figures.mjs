/** What only a cluster has: servers without a runtime, workers, Redis, and the loss of any of them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { agent, closedLoop, httpJson } from '../peers/lib/load.mjs';
import { startSink } from './cluster-sink.mjs';
import { withDatabase } from './service.mjs';
import { openStream } from './stream-client.mjs';
import { chain } from './workflows.mjs';

const require = createRequire(import.meta.url);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const node = (id, type, config) => ({ id, type, name: id, config });

function graph(id, nodes, edges) {
  const all = [node('start', 'start', {}), ...nodes, node('output', 'output', { value: {} })];
  const drawn = edges.map(([source, target, sourceHandle], index) => ({
    id: `e${index}`,
    source,
    target,
    ...(sourceHandle && { sourceHandle }),
  }));
  return { schemaVersion: '1.0', id, name: id, nodes: all, edges: drawn };
}

const inARow = (ids) => ids.slice(1).map((id, index) => [ids[index], id]);
const quantile = (values, share) =>
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

/** Twelve calls of 100 ms, two events each in one commit, behind one that is answered when the bench says so. */
async function startHeldRun(cluster, id, sink) {
  const ids = Array.from({ length: 12 }, (_, index) => `h${index}`);
  const call = (name, path) => node(name, 'http', { method: 'GET', url: `${sink.url}${path}` });
  const calls = [call('gate', '/gate'), ...ids.map((name) => call(name, '/slow'))];
  await cluster.publish(graph(id, calls, inARow(['start', 'gate', ...ids, 'output'])));
  const run = await cluster.api('/runs', { method: 'POST', body: { workflowId: id, input: {} } });
  return run.id;
}

/**
 * How late events come to streams that stand open: no event of interest occurs before all of them do, and each counts
 * from when it occurred, its commit included, to when the client has it.
 */
export async function openStreams(cluster, count) {
  const sink = await startSink();
  const runId = await startHeldRun(cluster, `streams-${count}`, sink);
  const late = [];
  let begunAt = Number.POSITIVE_INFINITY;
  const streams = Array.from({ length: count }, () => {
    const seqs = [];
    const onEvent = ({ seq, occurredAt, at }) => {
      seqs.push(seq);
      if (occurredAt >= begunAt) late.push(at - occurredAt);
    };
    const stream = openStream({ ...clientOf(cluster), runId, after: 0, onEvent });
    return { ...stream, seqs };
  });
  await Promise.all(streams.map(({ open }) => open));
  await sleep(500); // what has been so far is read
  begunAt = Date.now();
  sink.open();
  await Promise.all(streams.map(({ closed }) => closed));
  sink.close();
  return {
    ...(await checked(
      cluster,
      runId,
      streams.map(({ seqs }) => seqs),
    )),
    events: late.length,
    p50Ms: quantile(late, 0.5),
    p99Ms: quantile(late, 0.99),
  };
}

/**
 * Streams that are cut again and again and come back with their cursor: how long that takes (from the cut to the
 * headers), and how late what came meanwhile and what came to an open stream is.
 */
export async function cutStreams(cluster, { count, cutsEach }) {
  const sink = await startSink();
  const runId = await startHeldRun(cluster, `cut-streams-${count}`, sink);
  const live = [];
  const missed = [];
  const back = [];
  const follow = async () => {
    const seqs = [];
    let cuts = 0;
    let cutAt;
    for (;;) {
      let openAt = Number.POSITIVE_INFINITY;
      const stream = openStream({
        ...clientOf(cluster),
        runId,
        after: seqs.at(-1) ?? 0,
        onEvent({ seq, occurredAt, at }) {
          seqs.push(seq);
          if (occurredAt >= openAt) live.push(at - occurredAt);
          else if (cutAt !== undefined && occurredAt >= cutAt) missed.push(at - occurredAt);
          if (cuts >= cutsEach || occurredAt < openAt) return;
          cuts += 1;
          stream.cut();
        },
      });
      openAt = await Promise.race([stream.open, stream.closed.then(() => openAt)]);
      if (cutAt !== undefined) back.push(openAt - cutAt);
      if (await stream.closed) return seqs;
      cutAt = Date.now();
    }
  };
  const following = Array.from({ length: count }, follow);
  await sleep(1_000);
  sink.open();
  const seen = await Promise.all(following);
  sink.close();
  return {
    ...(await checked(cluster, runId, seen)),
    reconnects: back.length,
    backP99Ms: quantile(back, 0.99),
    missedP99Ms: quantile(missed, 0.99),
    p99Ms: quantile(live, 0.99),
  };
}

const clientOf = ({ servers, token }) => ({ url: servers[0].url, token });

/** Events that a stream lacks or has twice. */
async function checked(cluster, runId, seen) {
  const { lastSeq } = await cluster.api(`/runs/${runId}`);
  const sum = (of) => seen.reduce((total, seqs) => total + of(seqs), 0);
  return {
    lost: sum((seqs) => lastSeq - new Set(seqs).size),
    doubled: sum((seqs) => seqs.length - new Set(seqs).size),
  };
}

/** Where the logs of a cluster go. */
export const clusterFolder = (dir) => join(dir, 'run', `cluster-${process.pid}`);
