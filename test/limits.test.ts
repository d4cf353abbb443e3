import { createMemoryQueue, createMemoryStore } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { crashingStore } from './support/crash-store';
import { drawGraph } from './support/draw-graph';
import { usePostgresStore } from './support/postgres-store';
import { createTestRuntime, type TestRuntime, useTestRuntime, WORKSPACE } from './support/test-runtime';

/* Limits on running runs, priorities, and turns between workspaces, on whole runtimes. */

const start = useTestRuntime();
const openStore = usePostgresStore();
const oneCall = drawGraph('start>h1 h1>output');

/** A target that knows how many calls of a kind are under way at the same time. */
function gauge(hold: () => Promise<unknown> = () => new Promise((done) => setTimeout(done, 5))) {
  let now = 0;
  const seen = { most: 0, calls: 0 };
  const http = async () => {
    now += 1;
    seen.calls += 1;
    seen.most = Math.max(seen.most, now);
    await hold();
    now -= 1;
    return nodeResult({});
  };
  return { seen, http };
}

const begin = (t: TestRuntime, workflowId: string, rest: JsonObject & { priority?: number } = {}) =>
  t.runtime
    .startRun({ workspaceId: WORKSPACE, createdBy: 'test', workflowId, input: {}, ...rest })
    .then(({ runId }) => runId);
const limit = (t: TestRuntime, workflowId: string, maxRunning: number | null) =>
  t.runtime.setLimit({ workspaceId: WORKSPACE, workflowId, maxRunning });

it('runs of a limited workflow go one after the other, those of another beside them', async () => {
  const { seen, http } = gauge();
  const t = await start({ executors: { http } });
  const id = await t.publish(oneCall);
  const free = await t.publish(drawGraph('start>output'));
  await limit(t, id, 1);
  const runs = await Promise.all(Array.from({ length: 6 }, () => begin(t, id)));
  expect((await t.run(free)).status).toBe('completed');
  for (const runId of runs) expect((await t.ended(runId)).status).toBe('completed');
  expect(seen).toEqual({ most: 1, calls: 6 });
});

it('a run that is awaited waits for its slot too', async () => {
  const { seen, http } = gauge();
  const t = await start({ executors: { http } });
  const id = await t.publish(oneCall);
  await limit(t, id, 1);
  const runs = await Promise.all([t.run(id), t.run(id), t.run(id)]);
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  expect(seen.most).toBe(1);
});

it('a run that waits for a person holds no slot, and takes one again', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>ask ask.approved>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
    }),
  );
  await limit(t, id, 1);
  const waiting = [await t.run(id), await t.run(id), await t.run(id)];
  expect(waiting.map(({ waitReason }) => waitReason)).toEqual(['approval', 'approval', 'approval']);
  for (const run of waiting) await t.answer(run.id, 'ask~~1', { decision: 'approved' });
  for (const run of waiting) expect((await t.ended(run.id)).status).toBe('completed');
});

it('a sub-workflow of the same limited workflow does not wait for its parent', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>c c.yes>output c.else>sub sub>output', {
      c: { config: { cases: [{ id: 'yes', when: '(inputs.leaf ?? false) == true' }] } },
      sub: { type: 'subworkflow', config: { workflowId: 'self', input: { leaf: true } } },
    }),
    'self',
  );
  await limit(t, id, 1);
  await t.runtime.setLimit({ workspaceId: WORKSPACE, maxRunning: 1 });
  for (const run of await Promise.all([t.run(id), t.run(id)]))
    expect((await t.ended(run.id)).status).toBe('completed');
});

it('a cancel reaches a run that waits for its slot', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { seen, http } = gauge(() => held);
  const t = await start({ executors: { http } });
  const id = await t.publish(oneCall);
  await limit(t, id, 1);
  const [first, second] = [await begin(t, id), await begin(t, id)];
  await t.until(first, 'node.started');
  await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId: second, by: 'ann' });
  expect((await t.ended(second)).status).toBe('cancelled');
  release();
  expect((await t.ended(first)).status).toBe('completed');
  expect(seen.calls).toBe(1);
});

it('a limit that is removed lets everything go on that waited', async () => {
  const never = new Promise<void>(() => {});
  const { seen, http } = gauge(() => never);
  const t = await start({ executors: { http } });
  const id = await t.publish(oneCall);
  await limit(t, id, 1);
  const runs = [await begin(t, id), await begin(t, id), await begin(t, id)];
  await t.until(runs[0]!, 'node.started');
  await limit(t, id, null);
  for (const runId of runs) await t.until(runId, 'node.started');
  expect(seen.most).toBe(3);
});

it('a run of an unlimited workflow is one commit, also where another has a limit', async () => {
  const store = createMemoryStore();
  let commits = 0;
  let claims = 0;
  const runs = {
    ...store.runs,
    commit: (...sent: Parameters<typeof store.runs.commit>) => {
      commits += 1;
      return store.runs.commit(...sent);
    },
    claim: (...sent: Parameters<typeof store.runs.claim>) => {
      if (sent[0].runIds) claims += 1;
      return store.runs.claim(...sent);
    },
  };
  const t = await start({ store: { ...store, runs } });
  await limit(t, await t.publish(oneCall), 1);
  expect((await t.run(await t.publish(drawGraph('start>output')))).status).toBe('completed');
  expect([commits, claims]).toEqual([1, 0]);
});

it('R12 a process that dies at any commit leaves a limit of one neither wedged nor overrun', async () => {
  const graph = drawGraph('start>x1 x1>x2 x2>output');
  let crashes = 0;
  for (const when of ['before', 'after'] as const) {
    for (let commit = 1; commit < 20; commit += 1) {
      const store = createMemoryStore();
      const { seen, http } = gauge(() => Promise.resolve());
      let die = () => {};
      const crash = new Promise<void>((resolve) => {
        die = resolve;
      });
      // Never closed: its process is dead.
      const first = await createTestRuntime({
        store: crashingStore(store, { commit, when }, die),
        executors: { code: http },
      });
      const id = await first.publish(graph);
      await limit(first, id, 1);
      const whole = Promise.all([begin(first, id), begin(first, id)]).then(async (runs) => {
        for (const runId of runs) await first.ended(runId);
      });
      const done = await Promise.race([whole.then(() => true), crash.then(() => false)]);
      if (done) {
        await first.close();
        break;
      }
      crashes += 1;
      const second = await createTestRuntime({ store, executors: { code: http } });
      const { items } = await store.reader.listRuns(WORKSPACE, { workflowId: id }, { limit: 9 });
      for (const { id: runId } of items) expect((await second.ended(runId)).status).toBe('completed');
      expect((await second.run(id)).status).toBe('completed');
      expect(seen.most).toBe(1);
      await second.close();
    }
  }
  expect(crashes).toBeGreaterThanOrEqual(8);
});

it('R16 two processes on one database never overrun a limit of one, however short their leases', async () => {
  const { store, another } = await openStore();
  const { seen, http } = gauge(() => new Promise((done) => setTimeout(done, 250)));
  const queue = createMemoryQueue();
  const options = { executors: { http }, leaseMs: 150, embedded: false, queue };
  const first = await start({ ...options, store });
  const id = await first.publish(oneCall);
  await limit(first, id, 1);
  const second = await start({ ...options, store: another() });
  const runs = await Promise.all(Array.from({ length: 6 }, (_, n) => begin(n % 2 ? second : first, id)));
  for (const runId of runs) expect((await first.ended(runId)).status).toBe('completed');
  expect(seen).toEqual({ most: 1, calls: 6 });
});

it('the higher priority goes first when places are scarce', async () => {
  const order: number[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const t = await start({
    slots: 1,
    executors: {
      http: async (config) => {
        order.push(Number((config.query as JsonObject).n));
        await opened;
        return nodeResult({});
      },
    },
  });
  const id = await t.publish(
    drawGraph('start>h1 h1>output', {
      h1: { config: { method: 'GET', url: 'http://sink/', query: { n: '{{ inputs.n }}' } } },
    }),
  );
  await limit(t, id, 1);
  const runs = [await begin(t, id, { input: { n: 0 } })];
  await t.until(runs[0]!, 'node.started');
  for (const [n, priority] of [
    [1, 0],
    [2, -3],
    [3, 5],
    [4, 5],
  ] as const)
    runs.push(await begin(t, id, { input: { n }, priority }));
  open();
  for (const runId of runs) await t.ended(runId);
  expect(order).toEqual([0, 3, 4, 1, 2]);
});

it('a workspace that floods the places does not hold up another', async () => {
  const order: string[] = [];
  const t = await start({
    slots: 2,
    executors: {
      http: async (config) => {
        order.push(String((config.query as JsonObject).of));
        await new Promise((done) => setTimeout(done, 3));
        return nodeResult({});
      },
    },
  });
  const graph = (of: string) =>
    drawGraph('start>h1 h1>output', {
      h1: { config: { method: 'GET', url: 'http://sink/', query: { of } } },
    });
  const flood = await t.publish(graph('flood'));
  const id = 'quiet';
  const { record } = { record: await t.publish(graph('quiet'), id) };
  const version = (await t.store.workflows.getVersion(WORKSPACE, record))!;
  await t.store.workflows.create('other', { id, name: id, graph: {}, layout: {} });
  await t.store.workflows.addVersion('other', version);
  const flooding = Array.from({ length: 60 }, () => begin(t, flood));
  await Promise.all(flooding);
  await t.runtime.startRun({ workspaceId: 'other', createdBy: 'test', workflowId: id, input: {} });
  for (const run of flooding) await t.ended(await run);
  expect(order).toHaveLength(61);
  expect(order.indexOf('quiet')).toBeLessThan(30);
});
