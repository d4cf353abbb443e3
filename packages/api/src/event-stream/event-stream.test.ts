import { connect } from 'node:net';
import { CodedError, type RunEvent } from '@weftwork/schema';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi, TOKEN } from '../testing/create-test-api';

let api: TestApi;
let base: string;
const authorization = `Bearer ${TOKEN}`;

beforeEach(async () => {
  api = await createTestApi();
  await api.publish('a');
  base = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`;
});
afterEach(() => api.app.close());

async function startRun(hold: boolean): Promise<string> {
  const { body } = await api.call('POST /runs', {
    workflowId: 'a',
    input: hold ? { hold: 1 } : { text: 'hi' },
  });
  return body.id;
}

const log = (text: string): RunEvent => ({
  type: 'node.log',
  occurredAt: Date.now(),
  nodeId: 'a',
  attempt: 1,
  data: { level: 'info', text },
});
const completed: RunEvent = { type: 'run.completed', occurredAt: Date.now(), data: { output: {} } };

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: EventSourceMessage[];
  until(count: number): Promise<void>;
  readonly ended: Promise<void>;
  drop(): void;
}

async function open(runId: string, query = '', headers: Record<string, string> = {}): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${base}/runs/${runId}/events${query}`, {
    headers: { authorization, ...headers },
    signal: abort.signal,
  });
  const messages: EventSourceMessage[] = [];
  let told = () => {};
  const parser = createParser({
    onEvent(message) {
      messages.push(message);
      told();
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    messages,
    ended: read().catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    }),
    async until(count) {
      while (messages.length < count) {
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    },
    drop: () => abort.abort(),
  };
}

const ids = (stream: Stream) => stream.messages.map((message) => Number(message.id));

it('sends every event once, in order, and ends after the terminal one', async () => {
  const stream = await open(await startRun(false));
  await stream.ended;
  expect(ids(stream)).toEqual([1, 2, 3, 4]);
  expect(stream.messages.every((message) => message.event === undefined)).toBe(true);
  const types = stream.messages.map((message) => JSON.parse(message.data).type);
  expect(types).toEqual(['run.started', 'node.started', 'node.completed', 'run.completed']);
  expect(JSON.parse(stream.messages[1]!.data)).toMatchObject({
    schemaVersion: '1.0',
    seq: 2,
    nodeId: 'start',
    attempt: 1,
  });
});

it('B37 sends the headers that keep proxies from holding events back', async () => {
  const { headers, drop } = await open(await startRun(true));
  expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('cache-control')).toContain('no-transform');
  drop();
});

it('follows what is committed later, with deltas between that carry no id', async () => {
  const runId = await startRun(true);
  const stream = await open(runId, '?after=1');
  await api.runtime.append(runId, [log('one')]);
  await stream.until(1);
  api.runtime.delta(runId, 'a', 'Hel');
  await stream.until(2);
  await api.runtime.append(runId, [completed], 'completed');
  await stream.ended;
  expect(stream.messages.map(({ id, event }) => [id, event])).toEqual([
    ['2', undefined],
    [undefined, 'delta'],
    ['3', undefined],
  ]);
  expect(JSON.parse(stream.messages[1]!.data)).toEqual({ nodeId: 'a', attempt: 1, text: 'Hel' });
});

it('B39 gives each event once over three lost connections', async () => {
  const runId = await startRun(true);
  const seen: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const stream = await open(runId, '', seen.length > 0 ? { 'last-event-id': String(seen.at(-1)) } : {});
    await api.runtime.append(runId, [log(`round ${round}`), log('more')]);
    await stream.until(round === 0 ? 3 : 2);
    seen.push(...ids(stream));
    stream.drop();
  }
  await api.runtime.append(runId, [completed], 'completed');
  const last = await open(runId, '?after=1', { 'last-event-id': String(seen.at(-1)) });
  await last.ended;
  expect([...seen, ...ids(last)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it.each([
  ['malformed', '?after=x', undefined],
  ['empty', '?after=', undefined],
  ['negative', '?after=-1', undefined],
  ['in the future', '?after=5', undefined],
  ['malformed in the header, which wins', '?after=2', 'abc'],
])('answers a gap and ends when the cursor is %s', async (_, query, header) => {
  const stream = await open(await startRun(false), query, header ? { 'last-event-id': header } : {});
  await stream.ended;
  expect(stream.status).toBe(200);
  expect(stream.messages).toEqual([{ id: undefined, event: 'gap', data: '{"earliest":1,"latest":4}' }]);
});

it('answers 204 when nothing comes after the cursor any more', async () => {
  const runId = await startRun(false);
  expect((await open(runId, '?after=4')).status).toBe(204);
  expect((await open(runId, '?after=1', { 'last-event-id': '4' })).status).toBe(204);
});

it('finds what a lost hint did not tell within about a second', async () => {
  const runId = await startRun(true);
  const stream = await open(runId, '?after=1');
  const facts = { text: '', events: 0 };
  const { text, events } = (await import('@weftwork/schema')).encodeEvents([log('silent')]);
  const base = { runId, epoch: 1, owner: 'test', leaseMs: 1000, baseSeq: 1, baseWakeSeq: 0 };
  await api.store.runs.commit([{ ...base, facts, admissions: { text, events }, expectStatus: 'running' }]);
  await stream.until(1);
  expect(ids(stream)).toEqual([2]);
  stream.drop();
});

it('reads the log once for many streams at the same place', async () => {
  const runId = await startRun(true);
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(runId)));
  await Promise.all(streams.map((stream) => stream.until(1)));
  let reads = 0;
  const { readLog } = api.store.runs;
  api.store.runs.readLog = (...args) => {
    if (args[2] !== undefined) reads += 1;
    return readLog(...args);
  };
  await api.runtime.append(runId, [completed], 'completed');
  await Promise.all(streams.map((stream) => stream.ended));
  expect(streams.map(ids)).toEqual(streams.map(() => [1, 2]));
  expect(reads).toBeLessThan(5);
});

it('shares reads of the run among streams that come together', async () => {
  const runId = await startRun(true);
  let asked = 0;
  let reads = 0;
  const allAsked = new Promise<void>((resolve) => {
    api.app.server.on('request', () => {
      asked += 1;
      if (asked === 20) resolve();
    });
  });
  const { getRun } = api.store.reader;
  api.store.reader.getRun = async (...args) => {
    reads += 1;
    await allAsked;
    return getRun(...args);
  };
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(runId)));
  await Promise.all(streams.map((stream) => stream.until(1)));
  expect(reads).toBeLessThan(20);
  await api.runtime.append(runId, [completed], 'completed');
  await Promise.all(streams.map((stream) => stream.ended));
  expect(streams.map(ids)).toEqual(streams.map(() => [1, 2]));
});

it('R19 outlives a database that is away for a while', async () => {
  const runId = await startRun(true);
  const stream = await open(runId);
  await stream.until(1);
  const { readLog } = api.store.runs;
  let refused = 0;
  api.store.runs.readLog = (...args) => {
    if (args[2] === undefined || refused === 2) return readLog(...args);
    refused += 1;
    return Promise.reject(new CodedError('STORAGE_UNAVAILABLE', 'The database restarts.'));
  };
  await api.runtime.append(runId, [completed], 'completed');
  await stream.ended;
  expect(refused).toBe(2);
  expect(ids(stream)).toEqual([1, 2]);
});

it('holds back for a client that does not read', async () => {
  const runId = await startRun(true);
  const { port } = api.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(
    `GET /api/v1/runs/${runId}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
  );
  const big = log('x'.repeat(200_000));
  for (let count = 0; count < 120; count += 1) await api.runtime.append(runId, [big]);
  let served = 0;
  const { readLog } = api.store.runs;
  api.store.runs.readLog = (...args) => {
    served += 1;
    return readLog(...args);
  };
  await new Promise((resolve) => setTimeout(resolve, 1500));
  // 24 MB wait in the log; the stream has stopped asking for them.
  expect(served).toBeLessThan(8);
  socket.destroy();
});

it('ends its streams when the service stops', async () => {
  const stream = await open(await startRun(true));
  await stream.until(1);
  await api.app.close();
  await stream.ended;
});

it('gives pages of JSON to those who ask for them', async () => {
  const runId = await startRun(false);
  const page = (query: string) =>
    api.call(`GET /runs/${runId}/events${query}`, undefined, { accept: 'application/json' });
  const first = await page('?limit=3');
  expect(first.body.items.map((item: { seq: number }) => item.seq)).toEqual([1, 2, 3]);
  expect(first.body.nextCursor).toBe('3');
  const rest = await page('?after=3&limit=3');
  expect([rest.body.items.length, rest.body.nextCursor]).toEqual([1, null]);
  expect((await page('?after=4')).body).toEqual({ items: [], nextCursor: null });
  expect((await page('?after=x')).status).toBe(422);
  expect((await api.call('GET /runs/none/events')).status).toBe(404);
});
