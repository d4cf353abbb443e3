import { NodeError } from '@weftwork/runtime';
import { type JsonObject, nodeResult, type RunEvent } from '@weftwork/schema';
import { afterEach, describe, expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import {
  createTestRuntime,
  endings,
  type FinishedRun,
  type TestRuntime,
  WORKSPACE,
} from './support/test-runtime';

let current: TestRuntime | undefined;
afterEach(async () => {
  await current?.close();
  current = undefined;
});

async function start(options: Parameters<typeof createTestRuntime>[0] = {}): Promise<TestRuntime> {
  current = await createTestRuntime(options);
  return current;
}

/** Waits for an event of a run, without looking at the clock. */
async function until(t: TestRuntime, runId: string, type: RunEvent['type']): Promise<void> {
  for (;;) {
    const page = await t.store.reader.getRunWithLog(WORKSPACE, runId);
    if (page?.log.some((row) => row.text.includes('[')) && (await typesOf(t, runId)).includes(type)) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function typesOf(t: TestRuntime, runId: string): Promise<string[]> {
  const { decodeEvents } = await import('@weftwork/schema');
  const found = await t.store.reader.getRunWithLog(WORKSPACE, runId);
  return (found?.log ?? []).flatMap((row) => decodeEvents(row.text)).map((event) => event.type);
}

async function terminal(t: TestRuntime, runId: string): Promise<FinishedRun> {
  for (;;) {
    const run = await t.settled(runId);
    if (run.status !== 'awaiting_input') return run;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const flaky = (failures: number, make: () => Error) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= failures) throw make();
    return nodeResult({ calls });
  };
};
const refused = () =>
  new NodeError('HTTP_FAILED', 'refused', { retryKinds: ['transient'], outcome: 'notSent' });
const broken = () =>
  new NodeError('HTTP_FAILED', 'connection lost', { retryKinds: ['transient'], outcome: 'unclear' });
const never = (_: JsonObject, ctx: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) =>
    ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason ?? new Error('aborted'))),
  );
const retry = (maxAttempts: number) => ({
  maxAttempts,
  backoffSeconds: 0,
  maxBackoffSeconds: 60,
  retryOn: [],
});
const post = { method: 'POST', url: 'http://127.0.0.1/', expect: 'any' };
const output = (value: JsonObject) => ({ config: { value } });

describe('failures', () => {
  it('retries what may be retried and keeps each attempt in the log', async () => {
    const t = await start({ executors: { http: flaky(2, refused) } });
    const id = await t.publish(
      drawGraph('start>h1 h1>output', {
        h1: { retry: retry(3) },
        output: output({ n: '{{ nodes.h1.data.calls }}' }),
      }),
    );
    const run = await t.run(id);
    expect(run.output).toEqual({ n: 3 });
    expect(endings(run).slice(1)).toEqual(['h1 retrying', 'h1 retrying', 'h1 completed', 'output completed']);
    expect(
      run.events
        .filter((event) => event.nodeId === 'h1' && event.type === 'node.started')
        .map((e) => e.attempt),
    ).toEqual([1, 2, 3]);
  });

  it('a retry with backoff lets the run go and comes back', async () => {
    const t = await start({ executors: { http: flaky(1, refused) } });
    const id = await t.publish(
      drawGraph('start>h1 h1>output', { h1: { retry: { ...retry(2), backoffSeconds: 0.2 } } }),
    );
    expect((await t.run(id)).status).toBe('completed');
  });

  it('continues with the fallback and a warning', async () => {
    const t = await start({ executors: { http: flaky(9, refused) } });
    const id = await t.publish(
      drawGraph('start>h1 h1>output', {
        h1: { onError: 'continue', fallback: { calls: 0 } },
        output: output({ n: '{{ nodes.h1.data.calls }}' }),
      }),
    );
    const run = await t.run(id);
    expect(run.output).toEqual({ n: 0 });
    expect(run.warnings).toEqual([{ code: 'HTTP_FAILED', message: 'refused', nodeId: 'h1' }]);
  });

  it('takes the error branch with the error as data', async () => {
    const t = await start({ executors: { http: flaky(9, refused) } });
    const id = await t.publish(
      drawGraph('start>h1 h1>output h1.error>out2', {
        h1: { onError: 'branch' },
        out2: output({ e: '{{ nodes.h1.data.error.code }}', n: '{{ nodes.h1.data.error.attempts }}' }),
      }),
    );
    expect((await t.run(id)).output).toEqual({ e: 'HTTP_FAILED', n: 1 });
  });

  it('an attempt that takes too long fails with NODE_TIMEOUT', async () => {
    const t = await start({ executors: { http: never } });
    const id = await t.publish(drawGraph('start>h1 h1>output', { h1: { timeoutSeconds: 1 } }));
    const run = await t.run(id);
    expect(run.error).toMatchObject({ code: 'NODE_TIMEOUT', nodeId: 'h1' });
  });

  it('a run that is active too long fails with RUN_TIMEOUT and cancels what is in flight', async () => {
    const t = await start({ executors: { http: never } });
    const id = await t.publish(drawGraph('start>h1 h1>output', {}, { settings: { runTimeoutSeconds: 1 } }));
    const run = await t.run(id);
    expect(run.error).toMatchObject({ code: 'RUN_TIMEOUT' });
    expect(endings(run)).toContain('h1 cancelled');
  });

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
    const run = await terminal(t, waiting.id);
    expect(run.output).toEqual({ by: 'system:timeout' });
    await expect(
      t.runtime.answerGate({
        workspaceId: WORKSPACE,
        runId: run.id,
        stepId: 'ask~~1',
        by: 'ann',
        decision: 'approved',
      }),
    ).rejects.toMatchObject({ code: 'GATE_NOT_OPEN' });
  });

  it('an unconnected rejection fails the run', async () => {
    const t = await start();
    const id = await t.publish(
      drawGraph('start>ask ask.approved>output', {
        ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
      }),
    );
    const waiting = await t.run(id);
    await t.runtime.answerGate({
      workspaceId: WORKSPACE,
      runId: waiting.id,
      stepId: 'ask~~1',
      by: 'ann',
      decision: 'rejected',
      comment: 'no',
    });
    expect((await terminal(t, waiting.id)).error).toMatchObject({ code: 'GATE_REJECTED', nodeId: 'ask' });
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
        t.runtime.answerGate({
          workspaceId: WORKSPACE,
          runId: waiting.id,
          stepId: 'ask~~1',
          by: 'ann',
          decision: 'answered',
          data: { n },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    expect((await terminal(t, waiting.id)).status).toBe('completed');
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
          t.runtime.answerGate({
            workspaceId: WORKSPACE,
            runId: waiting.id,
            stepId: `${step}~~1`,
            by: 'ann',
            decision: 'answered',
            data: { n },
          }),
        ),
      );
      expect((await terminal(t, waiting.id)).output).toEqual({ a: 0, b: 1 });
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
      const run = await terminal(t, waiting.id);
      expect(run.output).toEqual(wanted);
      expect(
        run.events.filter((event) => event.nodeId === 'h1' && event.type === 'node.started'),
      ).toHaveLength(attempts);
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
    expect((await terminal(t, waiting.id)).error).toMatchObject({ code: 'OUTCOME_UNKNOWN', nodeId: 'h1' });
  });

  it('B30 a child that fails fails its parent with its error', async () => {
    const t = await start({
      executors: { code: flaky(9, () => new NodeError('CODE_FAILED', 'boom at line 3')) },
    });
    const child = await t.publish(drawGraph('start>x1 x1>output'));
    const id = await t.publish(
      drawGraph('start>sub sub>output', {
        sub: { type: 'subworkflow', config: { workflowId: child, input: {} } },
      }),
    );
    const run = await t.run(id);
    expect(run.error).toMatchObject({ code: 'SUBWORKFLOW_FAILED', nodeId: 'sub' });
    expect(run.error?.message).toContain('boom at line 3');
  });

  it('B33 a child is tried again as often as asked, then the parent fails', async () => {
    const t = await start({ executors: { code: flaky(9, () => new NodeError('CODE_FAILED', 'boom')) } });
    const child = await t.publish(drawGraph('start>x1 x1>output'));
    const id = await t.publish(
      drawGraph('start>sub sub>output', {
        sub: { type: 'subworkflow', config: { workflowId: child, input: {} }, retry: retry(3) },
      }),
    );
    expect((await t.run(id)).status).toBe('failed');
    expect(
      (await t.store.reader.listRuns(WORKSPACE, { workflowId: child }, { limit: 10 })).items,
    ).toHaveLength(3);
  });

  it('B31 a workflow that calls itself stops at the depth limit', async () => {
    const t = await start();
    const id = await t.publish(
      drawGraph('start>sub sub>output', {
        sub: { type: 'subworkflow', config: { workflowId: 'self', input: {} } },
      }),
      'self',
    );
    const run = await t.run(id);
    expect(run.error?.message).toContain('SUBWORKFLOW_DEPTH');
    expect((await t.store.reader.listRuns(WORKSPACE, {}, { limit: 50 })).items).toHaveLength(11);
  });

  it('B34 a cancel reaches the child and what it has in flight', async () => {
    const t = await start({ executors: { http: never } });
    const child = await t.publish(drawGraph('start>h1 h1>h2 h2>output'));
    const id = await t.publish(
      drawGraph('start>sub sub>output', {
        sub: { type: 'subworkflow', config: { workflowId: child, input: {} } },
      }),
    );
    const { runId } = await t.runtime.startRun({
      workspaceId: WORKSPACE,
      createdBy: 't',
      workflowId: id,
      input: {},
    });
    await until(t, runId, 'child.started');
    const [childRun] = (await t.store.reader.listRuns(WORKSPACE, { parentRunId: runId }, { limit: 1 })).items;
    await until(t, childRun!.id, 'node.started');
    await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' });
    const [parent, ended] = [await t.settled(runId), await t.settled(childRun!.id)];
    expect([parent.status, ended.status]).toEqual(['cancelled', 'cancelled']);
    expect(endings(ended)).not.toContain('h2 completed');
    await expect(t.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' })).rejects.toMatchObject({
      code: 'RUN_TERMINAL',
    });
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
    const run = await terminal(t, waiting.id);
    expect(run.status).toBe('cancelled');
    expect(run.events.map((event) => event.type).slice(-3)).toEqual([
      'gate.withdrawn',
      'node.cancelled',
      'run.cancelled',
    ]);
    expect(await t.store.reader.listGates(WORKSPACE, { runId: run.id, status: 'open' }, 10)).toEqual([]);
  });

  it('an output that does not fit fails the run', async () => {
    const t = await start();
    const id = await t.publish(
      drawGraph(
        'start>output',
        { output: output({ n: 'text' }) },
        { outputSchema: { type: 'object', properties: { n: { type: 'number' } } } },
      ),
    );
    expect((await t.run(id)).error).toMatchObject({ code: 'OUTPUT_INVALID' });
  });

  it('a run in which no output ran completes empty, with a warning', async () => {
    const t = await start();
    const id = await t.publish(drawGraph('start>c c.yes>output'));
    const run = await t.run(id, { yes: false });
    expect(run).toMatchObject({ status: 'completed', output: {}, warnings: [{ code: 'NO_OUTPUT' }] });
  });

  it.each([
    ['a list over the cap fails at entry', { over: 'items', items: '{{ inputs.list }}' }, 'LOOP_LIMIT'],
    [
      'a list over the cap stops there',
      { over: 'items', items: '{{ inputs.list }}', onLimit: 'stop' },
      'limit',
    ],
    ['a while that stays true fails at the cap', { over: 'while', while: 'true' }, 'LOOP_LIMIT'],
    ['a while that stays true stops at the cap', { over: 'while', while: 'true', onLimit: 'stop' }, 'limit'],
    [
      'a while that turns false at the cap ended by its condition',
      { over: 'while', while: 'nodes.L.data.index < 3' },
      'condition',
    ],
  ])('%s', async (_, config, wanted) => {
    const t = await start();
    const id = await t.publish(
      drawGraph(
        'start>L L>output',
        {
          L: { config },
          a: { parentId: 'L' },
          output: output({ by: '{{ nodes.L.data.stoppedBy }}', n: '{{ nodes.L.data.count }}' }),
        },
        { settings: { maxLoopIterations: 3 } },
      ),
    );
    const run = await t.run(id, { list: [1, 2, 3, 4] });
    if (wanted === 'LOOP_LIMIT') expect(run.error).toMatchObject({ code: wanted, nodeId: 'L' });
    else expect(run.output).toEqual({ by: wanted, n: 3 });
  });

  it.each([
    ['continue', [0, null, 2], 1],
    ['skip', [0, 2], 1],
  ])('B11 an item that fails under onItemError %s leaves its mark', async (onItemError, results, errors) => {
    const t = await start();
    const id = await t.publish(
      drawGraph('start>L L>output', {
        L: {
          config: {
            over: 'items',
            items: [1, 'x', 3],
            concurrency: 3,
            onItemError,
            collect: '{{ nodes.a.data.n }}',
          },
        },
        a: { parentId: 'L', config: { value: { n: '{{ nodes.L.data.item - 1 }}' } } },
        output: output({ r: '{{ nodes.L.data.results }}', e: '{{ length(nodes.L.data.errors) }}' }),
      }),
    );
    const run = await t.run(id);
    expect(run.output).toEqual({ r: results, e: errors });
    expect(run.warnings).toHaveLength(1);
  });

  it('stores large values beside the log and reads them in full', async () => {
    const big = 'x'.repeat(200_000);
    const t = await start({ executors: { http: async () => nodeResult({ big, small: 1 }) } });
    const id = await t.publish(
      drawGraph('start>h1 h1>ask ask.approved>output', {
        ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
        output: output({ n: '{{ length(nodes.h1.data.big) }}' }),
      }),
    );
    const waiting = await t.run(id);
    const completed = waiting.events.find(
      (event) => event.nodeId === 'h1' && event.type === 'node.completed',
    );
    expect(JSON.stringify(completed).length).toBeLessThan(5_000);
    await t.runtime.answerGate({
      workspaceId: WORKSPACE,
      runId: waiting.id,
      stepId: 'ask~~1',
      by: 'ann',
      decision: 'approved',
    });
    expect((await terminal(t, waiting.id)).output).toEqual({ n: 200_000 });
  });

  it('the same idempotency key gives the same run, another body is refused', async () => {
    const t = await start();
    const id = await t.publish(drawGraph('start>output'));
    const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId: id, input: {} };
    const first = await t.runtime.startRun(
      { ...request, idempotencyKey: { key: 'k', bodyHash: 'a' } },
      { waitSeconds: 5 },
    );
    const second = await t.runtime.startRun(
      { ...request, idempotencyKey: { key: 'k', bodyHash: 'a' } },
      { waitSeconds: 5 },
    );
    expect([second.runId, second.replayed]).toEqual([first.runId, true]);
    await expect(
      t.runtime.startRun({ ...request, idempotencyKey: { key: 'k', bodyHash: 'b' } }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
});
