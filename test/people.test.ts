import { type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { broken, flaky, retry } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { useTestRuntime, WORKSPACE } from './support/test-runtime';

const start = useTestRuntime();
const output = (value: JsonObject) => ({ config: { value } });
const post = { method: 'POST', url: 'http://127.0.0.1/', expect: 'any' };

it('B26 the run clock stands still while a person is asked, and a deadline closes the gate', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph(
      'start>ask ask.approved>output ask.timed_out>out2',
      {
        ask: { type: 'human_input', config: { mode: 'approval', message: '?', deadlineSeconds: 2 } },
        out2: output({ by: '{{ nodes.ask.data.by }}' }),
      },
      { settings: { runTimeoutSeconds: 1 } },
    ),
  );
  const waiting = await t.run(id);
  expect(waiting.waitReason).toBe('approval');
  const run = await t.ended(waiting.id);
  expect(run.output).toEqual({ by: 'system:timeout' });
  await expect(t.answer(run.id, 'ask~~1', { decision: 'approved' })).rejects.toMatchObject({
    code: 'GATE_NOT_OPEN',
  });
});

it('an unconnected rejection fails the run', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>ask ask.approved>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
    }),
  );
  const waiting = await t.run(id);
  await t.answer(waiting.id, 'ask~~1', { decision: 'rejected', comment: 'no' });
  expect((await t.ended(waiting.id)).error).toMatchObject({ code: 'GATE_REJECTED', nodeId: 'ask' });
});

it('B24 of 20 answers at once one counts', async () => {
  const calls: number[] = [];
  const t = await start({ executors: { http: async () => nodeResult({ n: calls.push(1) }) } });
  const id = await t.publish(
    drawGraph('start>ask ask.answered>h1 h1>output', {
      ask: { type: 'human_input', config: { mode: 'form', message: '?' } },
    }),
  );
  const waiting = await t.run(id);
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      t.answer(waiting.id, 'ask~~1', { decision: 'answered', data: { n } }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  expect((await t.ended(waiting.id)).status).toBe('completed');
  expect(calls).toHaveLength(1);
});

it('B23 two forms answered in the same moment both count', async () => {
  const t = await start();
  const form = { type: 'human_input' as const, config: { mode: 'form', message: '?' } };
  const id = await t.publish(
    drawGraph('start>p1,p2 p1.answered>M p2.answered>M M>output', {
      p1: form,
      p2: form,
      output: output({ a: '{{ nodes.p1.data.n }}', b: '{{ nodes.p2.data.n }}' }),
    }),
  );
  for (let turn = 0; turn < 25; turn += 1) {
    const waiting = await t.run(id);
    await Promise.all(
      ['p1', 'p2'].map((step, n) =>
        t.answer(waiting.id, `${step}~~1`, { decision: 'answered', data: { n } }),
      ),
    );
    expect((await t.ended(waiting.id)).output).toEqual({ a: 0, b: 1 });
  }
});

it.each([
  ['done', { outcome: 'done', data: { calls: 7 } }, { n: 7 }, 1],
  ['again', { outcome: 'again' }, { n: 2 }, 2],
] as const)(
  'an unknown outcome waits for a person, who settles it: %s',
  async (_, settlement, wanted, attempts) => {
    const t = await start({ executors: { http: flaky(1, broken) } });
    const id = await t.publish(
      drawGraph('start>h1 h1>output', {
        h1: { config: post, retry: retry(5) },
        output: output({ n: '{{ nodes.h1.data.calls }}' }),
      }),
    );
    const waiting = await t.run(id);
    expect(waiting.waitReason).toBe('reconcile');
    await t.runtime.settleStep({
      workspaceId: WORKSPACE,
      runId: waiting.id,
      stepId: 'h1~~1',
      by: 'ann',
      ...settlement,
    });
    const run = await t.ended(waiting.id);
    expect(run.output).toEqual(wanted);
    expect(run.events.filter((event) => event.nodeId === 'h1' && event.type === 'node.started')).toHaveLength(
      attempts,
    );
    await expect(
      t.runtime.settleStep({
        workspaceId: WORKSPACE,
        runId: run.id,
        stepId: 'h1~~1',
        by: 'ann',
        ...settlement,
      }),
    ).rejects.toMatchObject({ code: 'STEP_NOT_UNKNOWN' });
  },
);

it('an unknown outcome settled as failed follows the node’s error policy', async () => {
  const t = await start({ executors: { http: flaky(1, broken) } });
  const id = await t.publish(drawGraph('start>h1 h1>output', { h1: { config: post } }));
  const waiting = await t.run(id);
  await t.runtime.settleStep({
    workspaceId: WORKSPACE,
    runId: waiting.id,
    stepId: 'h1~~1',
    by: 'ann',
    outcome: 'failed',
  });
  expect((await t.ended(waiting.id)).error).toMatchObject({ code: 'OUTCOME_UNKNOWN', nodeId: 'h1' });
});

it('a cancel closes an open gate', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>ask ask.approved>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
    }),
  );
  const waiting = await t.run(id);
  await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId: waiting.id, by: 'ann' });
  const run = await t.ended(waiting.id);
  expect(run.status).toBe('cancelled');
  expect(run.events.map((event) => event.type).slice(-3)).toEqual([
    'gate.withdrawn',
    'node.cancelled',
    'run.cancelled',
  ]);
  expect(await t.store.reader.listGates(WORKSPACE, { runId: run.id, status: 'open' }, 10)).toEqual([]);
});

it('an unconnected deadline fails the run', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>ask ask.approved>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: '?', deadlineSeconds: 0.05 } },
    }),
  );
  const { id: runId } = await t.run(id);
  expect((await t.ended(runId)).error).toMatchObject({ code: 'GATE_TIMEOUT', nodeId: 'ask' });
});
