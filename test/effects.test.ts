import { createMemoryStore, NodeError } from '@weftwork/runtime';
import { nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { broken, flaky, never, refused, retry } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { endings, useTestRuntime, WORKSPACE } from './support/test-runtime';

/* What may be called again by itself, what may not, and how a timeout is told apart from an uncertain call. */

const start = useTestRuntime();
const url = 'http://127.0.0.1/h1';
const GET = { method: 'GET', url, expect: 'any' };
const POST = { method: 'POST', url, expect: 'any' };
const KEYED = { ...POST, idempotencyKey: true };
const always = { ...retry(3), retryOn: ['any'] };

it.each([
  ['replayable', GET, 'lost', broken, ['h1 retrying', 'h1 completed']],
  ['keyed', KEYED, 'lost', broken, ['h1 retrying', 'h1 completed']],
  ['at-most-once', POST, 'refused', refused, ['h1 retrying', 'h1 completed']],
  ['at-most-once', POST, 'lost', broken, ['h1 unknown']],
])(
  'S-12 a call is tried again only where that repeats nothing: %s',
  async (_class, config, _what, failure, expected) => {
    const t = await start({ executors: { http: flaky(1, failure) } });
    const id = await t.publish(drawGraph('start>h1 h1>output', { h1: { config, retry: always } }));
    const run = await t.run(id);
    expect(endings(run).filter((line) => line.startsWith('h1'))).toEqual(expected);
    expect(run.status).toBe(expected.includes('h1 unknown') ? 'awaiting_input' : 'completed');
    if (run.status === 'awaiting_input') expect(run.waitReason).toBe('reconcile');
  },
);

it('S-12 an answer of any status is an answer, never an unknown outcome', async () => {
  const answered = () => new NodeError('HTTP_STATUS', '503 from the target', { outcome: 'answered' });
  const t = await start({ executors: { http: flaky(9, answered) } });
  const id = await t.publish(drawGraph('start>h1 h1>output', { h1: { config: POST } }));
  expect((await t.run(id)).error).toMatchObject({ code: 'HTTP_STATUS', nodeId: 'h1' });
});

it.each([
  ['of a call that may be repeated fails it, and its retries go on', GET, 'NODE_TIMEOUT', 'h1 failed'],
  ['of a call with a key fails it', KEYED, 'NODE_TIMEOUT', 'h1 failed'],
  ['of an at-most-once call leaves its outcome unknown', POST, 'OUTCOME_UNKNOWN', 'h1 unknown'],
])('S-15 the time limit %s', async (_, config, code, ending) => {
  const t = await start({ executors: { http: never } });
  const id = await t.publish(
    drawGraph('start>h1 h1>output', {
      h1: { config, timeoutSeconds: 1, retry: { ...retry(2), retryOn: ['timeout'] } },
    }),
  );
  const run = await t.run(id);
  const lines = endings(run).filter((line) => line.startsWith('h1'));
  expect(lines).toEqual(config === POST ? [ending] : ['h1 retrying', ending]);
  const last = run.events.findLast(({ type }) => type === 'node.failed' || type === 'node.unknown');
  expect(last?.data).toMatchObject({ error: { code } });
});

it('S-15 a sub-workflow that takes too long is known: it is cancelled, and nothing is unknown', async () => {
  const t = await start({ executors: { http: never } });
  const child = await t.publish(drawGraph('start>h1 h1>output', { h1: { config: GET } }));
  const id = await t.publish(
    drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: child, input: {} }, timeoutSeconds: 1 },
    }),
  );
  const run = await t.run(id);
  expect(run.error).toMatchObject({ code: 'NODE_TIMEOUT', nodeId: 'sub' });
  const [{ id: childId } = { id: '' }] = (
    await t.store.reader.listRuns(WORKSPACE, { workflowId: child }, { limit: 1 })
  ).items;
  expect((await t.ended(childId)).status).toBe('cancelled');
});

it.each([
  ['refused', refused, 'h1 failed'],
  ['lost', broken, 'h1 unknown'],
])(
  'S-13 a call that was %s frees its place for others, and keeps its intent until it is settled',
  async (_, failure, ending) => {
    let calls = 0;
    const t = await start({
      executors: {
        http: async () => {
          calls += 1;
          if (calls === 1) throw failure();
          return nodeResult({});
        },
      },
    });
    const id = await t.publish(
      drawGraph(
        'start>h1,h2 h1>output h2>output h1.error>out2',
        { h1: { config: POST, onError: 'branch' }, h2: { config: POST }, out2: { config: { value: {} } } },
        { settings: { maxParallelism: 1 } },
      ),
    );
    const run = await t.run(id);
    expect(endings(run).filter((line) => line.startsWith('h'))).toEqual([ending, 'h2 completed']);
    if (ending !== 'h1 unknown') return;
    const settle = (outcome: 'done') =>
      t.runtime.settleStep({ workspaceId: WORKSPACE, runId: run.id, stepId: 'h1~~1', by: 'ann', outcome });
    await settle('done');
    await expect(settle('done')).rejects.toMatchObject({ code: 'STEP_NOT_UNKNOWN' });
    expect((await t.ended(run.id)).status).toBe('completed');
    expect(calls).toBe(2);
  },
);

it('S-14 a cancel lets an at-most-once call finish and records its answer', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const t = await start({
    executors: {
      http: async () => {
        await answered;
        return nodeResult({ n: 7 });
      },
    },
  });
  const workflowId = await t.publish(drawGraph('start>h1 h1>output', { h1: { config: POST } }));
  const { runId } = await t.runtime.startRun({
    ...{ workspaceId: WORKSPACE, createdBy: 't', workflowId, input: {} },
  });
  await t.until(runId, 'node.started');
  await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' });
  await t.until(runId, 'run.cancel_requested');
  answer();
  const run = await t.ended(runId);
  expect(run.status).toBe('cancelled');
  expect(endings(run)).toContain('h1 completed');
});

it.each([
  ['replayable', GET],
  ['keyed', KEYED],
  ['at most once', POST],
])('S-27 a run that was being cancelled when its process died is only wound down: %s', async (_, config) => {
  const store = createMemoryStore();
  let calls = 0;
  const http = () => {
    calls += 1;
    return new Promise<never>(() => {});
  };
  const first = await start({ store, executors: { http } });
  const workflowId = await first.publish(drawGraph('start>h1 h1>h2 h2>output', { h1: { config } }));
  const { runId } = await first.runtime.startRun({
    ...{ workspaceId: WORKSPACE, createdBy: 't', workflowId, input: {} },
  });
  await first.until(runId, 'node.started');
  await first.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' });
  await first.runtime.drain(0);
  const second = await start({ store, executors: { http } });
  const run = await second.ended(runId);
  expect(run.status).toBe('cancelled');
  expect(calls).toBe(1);
});
