import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { logViolations, watchedRun } from '@weftwork/runtime/testing';
import type { RunStatus } from '@weftwork/schema';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBundle } from '../../scripts/lib/build-targets.mjs';
import { drawGraph } from '../support/draw-graph';
import { framesOf } from '../support/event-frames';
import { eventually } from '../support/eventually';
import { type Sink, startSink } from './sink';
import { createTestCluster, type TestCluster } from './support';

/* Workers and servers that stall or die while others are there to take over. */

const STALLING = 'node_modules/.cache/weftwork/stalling/stalling-worker.mjs';
const env = { WEFTWORK_HTTP_ALLOW: '127.0.0.1', WEFTWORK_LEASE_SECONDS: '1' };

let cluster: TestCluster;
let sink: Sink;
let sql: Client;

beforeAll(async () => {
  await buildBundle('test/support/stalling-worker.ts', STALLING);
  sink = await startSink();
  cluster = await createTestCluster({ workers: 0, env });
  sql = new Client({ connectionString: cluster.databaseUrl });
  await sql.connect();
  const call = (method: string, path: string) => ({
    type: 'http' as const,
    config: { method, url: `${sink.url}${path}/{run}`, pathParams: { run: '{{ run.id }}' } },
  });
  for (const [id, path] of [
    ['writes', '/write'],
    ['waits', '/hold'],
  ] as const)
    await cluster.publish({
      ...drawGraph('start>p1 p1>h2 h2>output', { p1: call('POST', path), h2: call('GET', '/read') }),
      id,
    });
  await cluster.publish({
    ...drawGraph('start>L L>output', {
      L: { config: { over: 'count', count: 60 } },
      a: { parentId: 'L', config: { value: { n: 1 } } },
      b: { parentId: 'L', config: { value: { n: 2 } } },
    }),
    id: 'long',
  });
});
afterAll(async () => {
  await sql?.end();
  await cluster?.stop();
  sink?.close();
});

interface RunRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly seq: number;
  readonly epoch: number;
  readonly owner: string | null;
}

async function rowOf(runId: string): Promise<RunRow> {
  const { rows } = await sql.query<RunRow>('SELECT id, status, seq, epoch, owner FROM runs WHERE id = $1', [
    runId,
  ]);
  return rows[0]!;
}

async function assertLaws(runId: string): Promise<void> {
  const row = await rowOf(runId);
  const { rows } = await sql.query<{ first_seq: number; last_seq: number; events: string }>(
    'SELECT first_seq, last_seq, events FROM run_log WHERE run_id = $1 ORDER BY first_seq',
    [runId],
  );
  const log = rows.map((each) => ({ firstSeq: each.first_seq, lastSeq: each.last_seq, text: each.events }));
  expect(logViolations(watchedRun({ ...row, lastSeq: row.seq }, log))).toEqual([]);
}

it('R05 a worker whose event loop is busy for three leases calls once, and what it writes then is refused', async () => {
  const child = spawn(process.execPath, [STALLING], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: cluster.databaseUrl,
      REDIS_URL: cluster.redis!.url,
      STALL_MS: '3000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const says = async (text: string) => {
    while (!output.includes(text)) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  };
  await says('ready');
  const { id } = await cluster.run('writes', {}, 0);
  const path = `/write/${id}`;
  await eventually(() => sink.calls.has(path));
  const heir = await cluster.startWorker();
  const waiting = await cluster.until(id, ({ waitReason }) => waitReason === 'reconcile', 30_000);
  expect(waiting.status).toBe('awaiting_input');
  await says('lease of a run was lost');
  await cluster.api(`/runs/${id}/steps/${encodeURIComponent('p1~~1')}/settle`, {
    method: 'POST',
    body: { outcome: 'done', data: { status: 200 } },
  });
  await cluster.until(id, ({ status }) => status === 'completed');
  expect(sink.calls.get(path)).toBe(1);
  await assertLaws(id);
  child.kill('SIGKILL');
  await heir.end();
}, 60_000);

it('R21 a server that dies takes no run from the worker that walks it', async () => {
  const worker = await cluster.startWorker();
  const [server] = cluster.servers;
  const held = sink.held();
  const { id } = await cluster.run('waits', {}, 0);
  await held;
  server!.kill('SIGKILL');
  await server!.exited;
  const next = await cluster.startServer();
  cluster.servers.splice(cluster.servers.indexOf(server!), 1);
  expect(cluster.servers).toEqual([next]);
  sink.open();
  await cluster.until(id, ({ status }) => status === 'completed');
  expect(await rowOf(id)).toMatchObject({ epoch: 1 });
  expect(sink.calls.get(`/hold/${id}`)).toBe(1);
  await assertLaws(id);
  sink.shut();
  await worker.end();
}, 60_000);

it('R25 two workers that share a host name hold their runs apart', async () => {
  const same = { HOSTNAME: 'same-host', CONCURRENCY: '1' };
  const workers = await Promise.all([cluster.startWorker(same), cluster.startWorker(same)]);
  const runs = await Promise.all([cluster.run('waits', {}, 0), cluster.run('waits', {}, 0)]);
  for (const { id } of runs) await eventually(() => sink.calls.has(`/hold/${id}`));
  const rows = await Promise.all(runs.map(({ id }) => rowOf(id)));
  expect(new Set(rows.map(({ owner }) => owner)).size).toBe(2);
  expect(rows.map(({ epoch }) => epoch)).toEqual([1, 1]);
  // A lease or two later each still has its own: neither took the other's for its own.
  await sql.query('SELECT pg_sleep(2.5)');
  expect(await Promise.all(runs.map(({ id }) => rowOf(id)))).toEqual(rows);
  sink.open();
  for (const { id } of runs) {
    await cluster.until(id, ({ status }) => status === 'completed');
    expect(sink.calls.get(`/hold/${id}`)).toBe(1);
  }
  await Promise.all(workers.map((worker) => worker.end()));
}, 60_000);

it('R26 a stream that is cut after each frame gives every event once', async () => {
  const worker = await cluster.startWorker();
  const { id } = await cluster.run('long', {}, 0);
  const run = await cluster.until(id, ({ status }) => status === 'completed');
  expect(run.lastSeq).toBeGreaterThan(300);
  const seen: number[] = [];
  for (let cursor = 0; ; cursor = seen.at(-1)!) {
    const cut = new AbortController();
    const response = await fetch(`${cluster.servers[0]!.url}/api/v1/runs/${id}/events`, {
      headers: { authorization: `Bearer ${cluster.token}`, 'last-event-id': String(cursor) },
      signal: cut.signal,
    });
    if (response.status === 204) break;
    for await (const frame of framesOf(response)) {
      expect(frame.event).toBeUndefined();
      seen.push(Number(frame.id));
      break;
    }
    cut.abort();
  }
  expect(seen).toEqual(Array.from({ length: run.lastSeq }, (_, index) => index + 1));
  await worker.end();
}, 60_000);
