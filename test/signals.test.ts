import { createMemoryStore } from '@weftwork/runtime';
import { type JsonObject, type JsonValue, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { crashingStore } from './support/crash-store';
import { drawGraph } from './support/draw-graph';
import { createTestRuntime, type TestRuntime, useTestRuntime, WORKSPACE } from './support/test-runtime';

/* Steps that wait for a signal, on the real runtime over the store in memory. */

const start = useTestRuntime();
const output = (value: JsonObject) => ({ config: { value } });

const waits = (config: JsonObject = {}) => ({
  type: 'human_input' as const,
  config: { mode: 'signal', signal: { name: 'paid', key: '{{ inputs.order }}' }, ...config },
});
const oneWait = (config: JsonObject = {}) =>
  drawGraph('start>wait wait.answered>output', {
    wait: waits(config),
    output: output({ got: '{{ nodes.wait.data }}' }),
  });
const amount = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };

const send = (t: TestRuntime, key: string, payload: JsonValue = {}, idempotencyId?: string) =>
  t.runtime.sendSignal({
    ...{ workspaceId: WORKSPACE, by: 'shop', name: 'paid', key, payload },
    ...(idempotencyId === undefined ? {} : { idempotencyId }),
  });
const typesOf = (run: { events: readonly { type: string }[] }) => run.events.map(({ type }) => type);

it('a run waits for its signal and goes on with the payload', async () => {
  const t = await start();
  const id = await t.publish(oneWait({ schema: amount }));
  const waiting = await t.run(id, { order: 'a1' });
  expect([waiting.status, waiting.waitReason]).toEqual(['awaiting_input', 'signal']);
  expect(await t.store.reader.listGates(WORKSPACE, { runId: waiting.id }, 1)).toMatchObject([
    { signal: { name: 'paid', key: 'a1' }, mode: 'signal' },
  ]);
  expect(await send(t, 'a2', { amount: 1 })).toMatchObject({ delivered: [], rejected: [], duplicate: false });
  const sent = await send(t, 'a1', { amount: 7 });
  expect(sent.delivered).toEqual([{ runId: waiting.id, stepId: 'wait~~1' }]);
  const run = await t.ended(waiting.id);
  expect(run.output).toEqual({ got: { amount: 7 } });
  const decided = run.events.find(({ type }) => type === 'gate.decided');
  expect(decided?.data).toMatchObject({ decision: 'answered', by: 'shop', signalId: sent.signalId });
});

it('a signal that came before the step is taken at once, without a wait', async () => {
  const t: TestRuntime = await start({
    executors: {
      http: async () => {
        expect(await send(t, 'a1', { amount: 5 })).toMatchObject({ delivered: [] });
        return nodeResult({});
      },
    },
  });
  const id = await t.publish(
    drawGraph('start>h1 h1>wait wait.answered>output', {
      wait: waits(),
      output: output({ got: '{{ nodes.wait.data }}' }),
    }),
  );
  const run = await t.run(id, { order: 'a1' });
  expect(run).toMatchObject({ status: 'completed', output: { got: { amount: 5 } } });
  expect(typesOf(run)).not.toContain('run.awaiting_input');
});

it('a signal from before the run was created is not taken', async () => {
  let now = 1_800_000_000_000;
  const t = await start({ store: createMemoryStore({ now: () => now }) });
  await send(t, 'a1');
  now += 1;
  const waiting = await t.run(await t.publish(oneWait()), { order: 'a1' });
  expect(waiting.waitReason).toBe('signal');
});

it('every run that waits is told, and one whose schema does not fit waits on', async () => {
  const t = await start();
  const typed = await t.publish(oneWait({ schema: amount }));
  const open = await t.publish(oneWait());
  const [first, second, third] = [
    await t.run(typed, { order: 'a1' }),
    await t.run(open, { order: 'a1' }),
    await t.run(open, { order: 'a1' }),
  ];
  const sent = await send(t, 'a1', { note: 'no amount' });
  expect(sent.delivered.map(({ runId }) => runId).sort()).toEqual([second.id, third.id].sort());
  expect(sent.rejected).toEqual([{ runId: first.id, stepId: 'wait~~1', message: '"amount" is missing.' }]);
  for (const { id } of [second, third]) expect((await t.ended(id)).status).toBe('completed');
  expect((await t.settled(first.id)).waitReason).toBe('signal');
  expect((await send(t, 'a1', { amount: 1 })).delivered).toHaveLength(1);
  expect((await t.ended(first.id)).output).toEqual({ got: { amount: 1 } });
});

it('the same idempotency id delivers nothing', async () => {
  const t = await start();
  const id = await t.publish(oneWait());
  const first = await send(t, 'a1', {}, 'm1');
  const waiting = await t.run(id, { order: 'other' });
  expect(await send(t, 'other', {}, 'm1')).toEqual({
    signalId: first.signalId,
    duplicate: true,
    delivered: [],
    rejected: [],
  });
  expect((await t.settled(waiting.id)).waitReason).toBe('signal');
});

it('without a signal the deadline takes its own way, and a later signal finds nobody', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>wait wait.answered>output wait.timed_out>out2', {
      wait: waits({ deadlineSeconds: 0.05 }),
      out2: output({ late: true }),
    }),
  );
  const waiting = await t.run(id, { order: 'a1' });
  const run = await t.ended(waiting.id);
  expect(run.output).toEqual({ late: true });
  expect((await send(t, 'a1')).delivered).toEqual([]);
});

it('an unconnected deadline fails the run', async () => {
  const t = await start();
  const { id } = await t.run(await t.publish(oneWait({ deadlineSeconds: 0.05 })), { order: 'a1' });
  expect((await t.ended(id)).error).toMatchObject({ code: 'GATE_TIMEOUT', nodeId: 'wait' });
});

it.each([
  ['null', null, 'EXPRESSION_TYPE_MISMATCH'],
  ['an object', { a: 1 }, 'EXPRESSION_TYPE_MISMATCH'],
  ['an empty text', '', 'EXPRESSION_TYPE_MISMATCH'],
  ['a text with half of a surrogate pair', 'a\ud800', 'EXPRESSION_TYPE_MISMATCH'],
  ['a text of 300 letters', 'x'.repeat(300), 'VALUE_TOO_LARGE'],
])('a key that is %s fails the step', async (_, order, code) => {
  const t = await start();
  const run = await t.run(await t.publish(oneWait()), { order });
  expect(run.error).toMatchObject({ code, nodeId: 'wait' });
});

it('a number is a key by its text', async () => {
  const t = await start();
  const { id } = await t.run(await t.publish(oneWait()), { order: 42 });
  expect((await send(t, '42')).delivered).toHaveLength(1);
  expect((await t.ended(id)).status).toBe('completed');
});

it('each pass of a loop takes the next signal', async () => {
  const t: TestRuntime = await start({
    executors: {
      http: async () => {
        for (const n of [1, 2, 3]) await send(t, 'a1', { n });
        return nodeResult({});
      },
    },
  });
  const graph = drawGraph('start>h1 h1>each each>output', {
    each: {
      type: 'loop',
      config: { over: 'count', count: 3, collect: '{{ nodes.wait.data.n }}' },
    },
    wait: { ...waits(), parentId: 'each' },
    output: output({ all: '{{ nodes.each.data.results }}' }),
  });
  const run = await t.run(await t.publish(graph), { order: 'a1' });
  expect(run.output).toEqual({ all: [1, 2, 3] });
});

it('R07 50 signals while an effect runs make the effect no second time', async () => {
  let calls = 0;
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const t = await start({
    executors: {
      http: async () => {
        calls += 1;
        await running;
        return nodeResult({ calls });
      },
    },
  });
  const id = await t.publish(
    drawGraph(
      'start>h1,each each>output h1>output',
      {
        h1: { config: { method: 'POST', url: 'http://sink/' } },
        each: {
          type: 'loop',
          config: { over: 'count', count: 50, collect: '{{ nodes.wait.data.n }}' },
        },
        wait: { ...waits(), parentId: 'each' },
        output: output({ calls: '{{ nodes.h1.data.calls }}', n: '{{ length(nodes.each.data.results) }}' }),
      },
      {},
    ),
  );
  const { runId } = await t.runtime.startRun({
    ...{ workspaceId: WORKSPACE, createdBy: 'test', workflowId: id, input: { order: 'a1' } },
  });
  await t.until(runId, 'gate.opened');
  for (let n = 0; n < 50; n += 1) await send(t, 'a1', { n });
  await t.until(runId, ({ events }) => events.filter(({ type }) => type === 'gate.decided').length === 50);
  finish();
  const run = await t.ended(runId);
  expect(run.output).toEqual({ calls: 1, n: 50 });
  expect(calls).toBe(1);
});

it('R11 a crash at any commit of a run that takes a signal leaves it with the same payload', async () => {
  const graph = drawGraph('start>h0 h0>wait wait.answered>h1 h1>output', {
    wait: waits(),
    h1: { config: { method: 'GET', url: 'http://sink/', query: { n: '{{ nodes.wait.data.n }}' } } },
    output: output({ n: '{{ nodes.wait.data.n }}', sent: '{{ nodes.h1.data.query.n }}' }),
  });
  let crashes = 0;
  for (const when of ['before', 'after'] as const) {
    for (let commit = 1; commit < 20; commit += 1) {
      const store = createMemoryStore();
      let die = () => {};
      const crash = new Promise<void>((resolve) => {
        die = resolve;
      });
      // Never closed: its process is dead.
      const first = await createTestRuntime({ store: crashingStore(store, { commit, when }, die) });
      const workflowId = await first.publish(graph);
      const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId, input: { order: 'a1' } };
      const whole = first.runtime.startRun(request).then(async ({ runId }) => {
        await first.until(runId, 'gate.opened');
        await send(first, 'a1', { n: 1 }, 'm1');
        return first.ended(runId);
      });
      const done = await Promise.race([whole, crash]);
      if (done) {
        await first.close();
        expect(done.output).toEqual({ n: 1, sent: 1 });
        break;
      }
      crashes += 1;
      const { items } = await store.reader.listRuns(WORKSPACE, { workflowId }, { limit: 1 });
      if (!items[0]) continue;
      const second = await createTestRuntime({ store });
      await send(second, 'a1', { n: 1 }, 'm1');
      await send(second, 'a1', { n: 2 }, 'm2');
      const run = await second.ended(items[0].id);
      expect(run.output).toEqual({ n: 1, sent: 1 });
      expect(typesOf(run).filter((type) => type === 'gate.decided')).toHaveLength(1);
      await second.close();
    }
  }
  expect(crashes).toBeGreaterThanOrEqual(8);
});
