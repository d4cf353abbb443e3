import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type EventEnvelope, isTerminal, type RunStatus } from '@weftwork/schema';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drawGraph } from '../support/draw-graph';
import { type Sink, startSink } from './sink';
import { readStream } from './streams';
import { createTestCluster, type RunAnswer, type TestCluster } from './support';

let sink: Sink;
let cluster: TestCluster;
let database: Client;

beforeAll(async () => {
  sink = await startSink();
  cluster = await createTestCluster({
    servers: 2,
    workers: 0,
    // Two processes that believe to be on the same host.
    env: { WEFTWORK_HTTP_ALLOW: '127.0.0.1', WEFTWORK_LEASE_SECONDS: '3', HOSTNAME: 'same' },
  });
  database = new Client({ connectionString: cluster.databaseUrl });
  database.on('error', () => {});
  await database.connect();
});
afterEach(() => sink.open());
afterAll(async () => {
  await database?.end();
  await cluster?.stop();
  sink?.close();
});

const ended = ({ status }: RunAnswer) => isTerminal(status as RunStatus);
const call = (path: string, method = 'GET') => ({
  type: 'http' as const,
  config: { method, url: `${sink.url}${path}`, expect: 'any' },
});

async function eventsOf(runId: string): Promise<EventEnvelope[]> {
  const { items } = await cluster.api<{ items: EventEnvelope[] }>(
    `/runs/${runId}/events?after=0&limit=1000`,
    { headers: { accept: 'application/json' } },
  );
  return items;
}

async function ownerOf(runId: string): Promise<string> {
  const { rows } = await database.query<{ owner: string }>('SELECT owner FROM runs WHERE id = $1', [runId]);
  return rows[0]!.owner;
}

/** Starts a run and answers once its call to `/hold…` is under way. */
async function startHeld(id: string, method = 'GET'): Promise<RunAnswer> {
  sink.shut();
  const graph = drawGraph('start>first first>slow slow>last last>output', {
    first: call(`/${id}/first`),
    slow: call(`/hold/${id}`, method),
    last: call(`/${id}/last`),
  });
  await cluster.publish({ ...graph, id });
  const held = sink.held();
  const run = await cluster.run(id, {}, 0);
  await held;
  return run;
}

it('J22 a worker that is killed in a call is followed by another, which repeats only what may be repeated', async () => {
  const first = await cluster.startWorker();
  const read = await startHeld('killed-read');
  first.kill('SIGKILL');
  const second = await cluster.startWorker();
  sink.open();
  expect(await cluster.until(read.id, ended)).toMatchObject({ status: 'completed' });
  expect(sink.calls.get('/killed-read/first')).toBe(1);
  expect(sink.calls.get('/hold/killed-read')).toBe(2);

  const write = await startHeld('killed-write', 'POST');
  second.kill('SIGKILL');
  await cluster.startWorker();
  sink.open();
  const waiting = await cluster.until(write.id, ({ status }) => status === 'awaiting_input');
  expect(waiting.waitReason).toBe('reconcile');
  expect(sink.calls.get('/hold/killed-write')).toBe(1);
});

it('a worker that is asked to stop finishes its call, begins nothing more and hands the run over', async () => {
  for (const worker of cluster.workers) await worker.end();
  const first = await cluster.startWorker({ GRACE_SECONDS: '9' });
  const run = await startHeld('drained', 'POST');
  const owner = await ownerOf(run.id);
  const stopped = first.end('SIGTERM', 30_000);
  // In the first third of its grace it goes on as before; after it, what is in flight is all it still does.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  sink.open();
  await stopped;
  expect(first.child.exitCode).toBe(0);
  expect(sink.calls.get('/hold/drained')).toBe(1);
  expect(sink.calls.get('/drained/last')).toBeUndefined();
  await cluster.startWorker();
  expect(await cluster.until(run.id, ended)).toMatchObject({ status: 'completed' });
  expect(sink.calls.get('/hold/drained')).toBe(1);
  expect(await ownerOf(run.id)).not.toBe(owner);
}, 60_000);

it('R25 two processes of one host are two owners', async () => {
  for (const worker of cluster.workers) await worker.end();
  await Promise.all([cluster.startWorker({ CONCURRENCY: '1' }), cluster.startWorker({ CONCURRENCY: '1' })]);
  const one = await startHeld('owner-one');
  const two = await startHeld('owner-two');
  expect(await ownerOf(one.id)).not.toBe(await ownerOf(two.id));
  sink.open();
  for (const run of [one, two])
    expect(await cluster.until(run.id, ended)).toMatchObject({ status: 'completed' });
});

it('a stream of one server shows what a worker commits and another server cancels', async () => {
  for (const worker of cluster.workers) await worker.end();
  await cluster.startWorker();
  const run = await startHeld('cancelled');
  const stream = readStream(cluster, cluster.servers[1]!, run.id);
  await cluster.api(`/runs/${run.id}/cancel`, { method: 'POST', body: {} });
  const events = await stream;
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['node.cancelled', 'run.cancelled']);
  expect(sink.calls.get('/cancelled/last')).toBeUndefined();
});

it('R26 a stream that is cut after every event misses none and doubles none', async () => {
  const run = await startHeld('cut');
  const stream = readStream(cluster, cluster.servers[1]!, run.id, () => true);
  sink.open();
  const seen = await stream;
  expect(seen).toEqual(await eventsOf(run.id));
});

it('R15 a worker that only Redis does not reach keeps its runs', async () => {
  for (const worker of cluster.workers) await worker.end();
  const line = await throughALine(cluster.redis!.port);
  await cluster.startWorker({ REDIS_URL: line.url });
  const run = await startHeld('blocked');
  const owner = await ownerOf(run.id);
  line.freeze();
  await cluster.startWorker();
  // Twice the lease of three seconds.
  await new Promise((resolve) => setTimeout(resolve, 6_500));
  expect(await ownerOf(run.id)).toBe(owner);
  sink.open();
  expect(await cluster.until(run.id, ended)).toMatchObject({ status: 'completed' });
  expect(sink.calls.get('/hold/blocked')).toBe(1);
  line.close();
}, 60_000);

/** A way to Redis that can be made to swallow everything without closing a connection. */
async function throughALine(port: number) {
  const sockets: Socket[] = [];
  let frozen = false;
  const server: Server = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1' });
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('data', (bytes) => !frozen && far.write(bytes));
    far.on('data', (bytes) => !frozen && near.write(bytes));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as { port: number };
  return {
    url: `redis://127.0.0.1:${own}`,
    freeze() {
      frozen = true;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
