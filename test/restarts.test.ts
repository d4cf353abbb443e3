import { createMemoryStore, type MemoryStore } from '@weftwork/runtime';
import { logViolations, seededRandom, watchedRun } from '@weftwork/runtime/testing';
import { isTerminal, type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { usePostgresStore } from './support/postgres-store';
import { scaled } from './support/scaled';
import { get, keyed, output, post } from './support/shapes';
import { createTestRuntime, type TestRuntime, useTestRuntime, WORKSPACE } from './support/test-runtime';

const open = usePostgresStore();
const start = useTestRuntime();
const RESTARTS = scaled(50, 8);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function assertLaws(store: MemoryStore, runId: string): Promise<void> {
  const { run, log } = (await store.reader.getRunWithLog(WORKSPACE, runId))!;
  expect(logViolations(watchedRun(run, log)), runId).toEqual([]);
}

it('R14 a restart in the middle of an at-most-once call asks a person and never calls by itself', async () => {
  const { store, sql } = await open();
  let calls = 0;
  let called = () => {};
  const http = () => {
    calls += 1;
    called();
    return new Promise<never>(() => {});
  };
  const nextCall = () =>
    new Promise<void>((resolve) => {
      called = resolve;
    });
  let process = await createTestRuntime({ store, executors: { http } });
  const id = await process.publish(drawGraph('start>p1 p1>output', { p1: { type: 'http', ...post('p1') } }));
  let calling = nextCall();
  const { runId } = await process.runtime.startRun({
    workspaceId: WORKSPACE,
    createdBy: 't',
    workflowId: id,
    input: {},
  });
  for (let restart = 1; restart <= RESTARTS; restart += 1) {
    await calling;
    await process.runtime.drain(0);
    process = await createTestRuntime({ store, executors: { http } });
    const run = await process.settled(runId);
    expect(run).toMatchObject({ status: 'awaiting_input', waitReason: 'reconcile' });
    expect(calls).toBe(restart);
    const unanswered = await sql.query(`SELECT 1 FROM effects WHERE run_id = $1 AND state = 'unknown'`, [
      runId,
    ]);
    expect(unanswered.rowCount).toBe(1);
    if (restart === RESTARTS) break;
    calling = nextCall();
    const act = { workspaceId: WORKSPACE, runId, by: 'ann' };
    await process.runtime.settleStep({ ...act, stepId: `p1~~${restart}`, outcome: 'again' });
  }
  const act = { workspaceId: WORKSPACE, runId, by: 'ann' };
  await process.runtime.settleStep({ ...act, stepId: `p1~~${RESTARTS}`, outcome: 'done', data: {} });
  expect(await process.ended(runId)).toMatchObject({ status: 'completed' });
  expect(calls).toBe(RESTARTS);
  await assertLaws(store, runId);
  await process.close();
}, 60_000);

it('R18 an idempotency key that is used again while its run waits answers that run and leaves nothing behind', async () => {
  const { store, sql } = await open();
  const t = await start({ store });
  const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };
  const id = await t.publish(drawGraph('start>ask ask.approved>output', { ask }));
  const ask2 = (bodyHash: string) =>
    t.runtime.startRun(
      {
        workspaceId: WORKSPACE,
        createdBy: 't',
        workflowId: id,
        input: {},
        idempotencyKey: { key: 'order-1', bodyHash },
      },
      { waitSeconds: 5 },
    );
  const first = await ask2('a');
  expect(first.settled?.status).toBe('awaiting_input');
  for (let again = 0; again < 3; again += 1)
    expect(await ask2('a')).toMatchObject({
      runId: first.runId,
      replayed: true,
      settled: { status: 'awaiting_input' },
    });
  await expect(ask2('b')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  const { rows } = await sql.query(`
    SELECT (SELECT count(*)::int4 FROM runs) AS runs, (SELECT count(DISTINCT run_id)::int4 FROM run_log) AS logs,
      (SELECT count(*)::int4 FROM gates) AS gates, (SELECT count(*)::int4 FROM idempotency_keys) AS keys`);
  expect(rows).toEqual([{ runs: 1, logs: 1, gates: 1, keys: 1 }]);
});

const fan = (child: string) =>
  drawGraph('start>s1,s2,s3,s4 s1>M s2>M s3>M s4>M M>output', {
    ...Object.fromEntries(
      ['s1', 's2', 's3', 's4'].map((sub) => [
        sub,
        { type: 'subworkflow' as const, config: { workflowId: child, input: {} } },
      ]),
    ),
    M: { config: { value: 'collect' } },
  });

it.each([1, 2, 3])(
  'R28 a cancel reaches three levels of four children each, and the parent ends last (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const http = async () => {
      await pause(random() * 8);
      return nodeResult({});
    };
    const t = await start({ executors: { http } });
    await t.publish(drawGraph('start>h1 h1>h2 h2>output', { h1: get('h1'), h2: get('h2') }), 'leaf');
    await t.publish(fan('leaf'), 'branch');
    const id = await t.publish(fan('branch'), 'trunk');
    const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId: id, input: {} };
    const { runId } = await t.runtime.startRun(request);
    await pause(random() * 40);
    await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' }).catch(() => {});
    const run = await t.ended(runId);
    const { items } = await t.store.reader.listRuns(WORKSPACE, {}, { limit: 200 });
    for (const each of items) {
      expect(isTerminal(each.status), each.id).toBe(true);
      expect(each.endedAt! <= run.endedAt!, each.id).toBe(true);
      await assertLaws(t.store, each.id);
    }
  },
);

it('R31 two hundred runs on a store of two connections are slower and nothing else', async () => {
  const { another, sql } = await open();
  const store = another({ maxConnections: 2 });
  const t: TestRuntime = await start({
    store,
    executors: { http: async (config: JsonObject) => nodeResult({ url: config.url ?? null }) },
  });
  const id = await t.publish(
    drawGraph('start>h1,p1 h1>M p1>M M>output', {
      h1: get('h1'),
      p1: { type: 'http', ...post('p1') },
      M: { config: { value: 'collect' } },
      output: output({ n: '{{ length(nodes.M.data.items) }}' }),
    }),
  );
  const runs = await Promise.all(Array.from({ length: 200 }, () => t.run(id)));
  for (const run of runs) {
    expect(run).toMatchObject({ status: 'completed', output: { n: 2 } });
    await assertLaws(store, run.id);
  }
  const { rowCount } = await sql.query(`SELECT 1 FROM effects WHERE state <> 'responded'`);
  expect(rowCount).toBe(0);
}, 60_000);

it('R12 a run whose process dies between two steps goes on, whichever steps they are', async () => {
  const steps = ['h1', 'h2', 'h3', 'h4'];
  for (const last of steps) {
    const store = createMemoryStore();
    const calls: string[] = [];
    let dead = () => {};
    const died = new Promise<void>((resolve) => {
      dead = resolve;
    });
    const executor = (dies: boolean) => async (config: JsonObject) => {
      const name = String(config.url).split('/').at(-1)!;
      calls.push(name);
      if (!dies || name !== last) return nodeResult({});
      dead();
      return new Promise<never>(() => {});
    };
    const first = await createTestRuntime({ store, executors: { http: executor(true) } });
    const id = await first.publish(
      drawGraph(
        'start>h1 h1>h2 h2>h3 h3>h4 h4>output',
        Object.fromEntries(steps.map((step) => [step, keyed(step)])),
      ),
    );
    const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId: id, input: {} };
    const { runId } = await first.runtime.startRun(request);
    await died;
    await first.runtime.drain(0);
    const second = await createTestRuntime({ store, executors: { http: executor(false) } });
    expect(await second.ended(runId)).toMatchObject({ status: 'completed' });
    expect(calls.filter((name) => name !== last)).toEqual(steps.filter((step) => step !== last));
    // Nothing holds the workflow up: the next run of it starts and ends.
    expect((await second.run(id)).status).toBe('completed');
    await assertLaws(store, runId);
    await second.close();
  }
});
