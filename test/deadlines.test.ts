import { createMemoryQueue } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { refused } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { usePostgresStore } from './support/postgres-store';
import { type TestRuntime, useTestRuntime, WORKSPACE } from './support/test-runtime';

/* Several processes on one database keep the same time: what is due happens once. */

const start = useTestRuntime();
const openStore = usePostgresStore();
const output = (value: JsonObject) => ({ config: { value } });

async function processes(http: () => Promise<never>): Promise<[TestRuntime, ...TestRuntime[]]> {
  const { store, another } = await openStore();
  const options = { executors: { http }, embedded: false, queue: createMemoryQueue() };
  return [
    await start({ ...options, store }),
    await start({ ...options, store: another() }),
    await start({ ...options, store: another() }),
  ];
}

it('I-055 deadlines of approvals and signals fire once, whoever looks', async () => {
  const [t, ...others] = await processes(async () => nodeResult({}) as never);
  const id = await t.publish(
    drawGraph(
      'start>ask,wait ask.approved>output ask.timed_out>out2 wait.answered>output wait.timed_out>out3',
      {
        ask: { type: 'human_input', config: { mode: 'approval', message: '?', deadlineSeconds: 1 } },
        wait: {
          type: 'human_input',
          config: { mode: 'signal', signal: { name: 'paid', key: '{{ run.id }}' }, deadlineSeconds: 1 },
        },
        out2: output({ ask: 'late' }),
        out3: output({ wait: 'late' }),
      },
    ),
  );
  const request = { workspaceId: WORKSPACE, createdBy: 'test', workflowId: id, input: {} };
  const started = await Promise.all(
    Array.from({ length: 12 }, (_, n) => [t, ...others][n % 3]!.runtime.startRun(request)),
  );
  for (const { runId } of started) {
    const run = await t.ended(runId);
    expect(run.output).toEqual({ ask: 'late', wait: 'late' });
    const count = (type: string) => run.events.filter((event) => event.type === type).length;
    expect([count('gate.expired'), count('gate.decided')]).toEqual([2, 2]);
  }
});

it('a backoff ends once: the next attempt is made by one of them', async () => {
  const calls = new Map<string, number>();
  const [t, ...others] = await processes(async () => {
    calls.set('all', (calls.get('all') ?? 0) + 1);
    throw refused();
  });
  const id = await t.publish(
    drawGraph('start>h1 h1>output', {
      h1: { retry: { maxAttempts: 2, backoffSeconds: 1, maxBackoffSeconds: 60, retryOn: [] } },
    }),
  );
  const request = { workspaceId: WORKSPACE, createdBy: 'test', workflowId: id, input: {} };
  const started = await Promise.all(
    Array.from({ length: 9 }, (_, n) => [t, ...others][n % 3]!.runtime.startRun(request)),
  );
  for (const { runId } of started) {
    const run = await t.ended(runId);
    expect(run.error).toMatchObject({ code: 'HTTP_FAILED' });
    expect(run.events.filter(({ type }) => type === 'node.retrying')).toHaveLength(1);
  }
  expect(calls.get('all')).toBe(18);
});

it('signals that come to several processes at once are each delivered once', async () => {
  const [t, ...others] = await processes(async () => nodeResult({}) as never);
  const id = await t.publish(
    drawGraph('start>L L>output', {
      L: { config: { over: 'count', count: 4, collect: '{{ nodes.wait.data.n }}' } },
      wait: {
        type: 'human_input',
        parentId: 'L',
        config: { mode: 'signal', signal: { name: 'paid', key: '{{ run.id }}' } },
      },
      output: output({ all: '{{ nodes.L.data.results }}' }),
    }),
  );
  const { runId } = await t.runtime.startRun({
    ...{ workspaceId: WORKSPACE, createdBy: 'test', workflowId: id, input: {} },
  });
  const send = (n: number) =>
    [t, ...others][n % 3]!.runtime.sendSignal({
      ...{
        workspaceId: WORKSPACE,
        by: 'shop',
        name: 'paid',
        key: runId,
        payload: { n },
        idempotencyId: `${runId} ${n}`,
      },
    });
  await Promise.all([0, 1, 2, 3].flatMap((n) => [send(n), send(n)]));
  const run = await t.ended(runId);
  expect([...(run.output!.all as number[])].sort()).toEqual([0, 1, 2, 3]);
});
