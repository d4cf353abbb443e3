import { type JsonObject, nodeResult } from '@weftwork/schema';
import { afterEach, expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { createTestRuntime, type TestRuntime, WORKSPACE } from './support/test-runtime';

let current: TestRuntime | undefined;
afterEach(async () => {
  await current?.close();
  current = undefined;
});

const never = (_: JsonObject, { signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };

it('a sub-workflow over its own time limit is cancelled and fails with NODE_TIMEOUT', async () => {
  current = await createTestRuntime({ executors: { http: never } });
  const child = await current.publish(drawGraph('start>h1 h1>output'));
  const id = await current.publish(
    drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: child, input: {} }, timeoutSeconds: 1 },
    }),
  );
  const run = await current.run(id);
  expect(run.error).toMatchObject({ code: 'NODE_TIMEOUT', nodeId: 'sub' });
  const [ended] = (await current.store.reader.listRuns(WORKSPACE, { workflowId: child }, { limit: 1 })).items;
  expect(ended!.status).toBe('cancelled');
});

it('a caller who waits is told as soon as only a person and a child are left', async () => {
  current = await createTestRuntime({ executors: { http: never } });
  const child = await current.publish(drawGraph('start>h1 h1>output'));
  const id = await current.publish(
    drawGraph('start>sub,ask sub>M ask.approved>M M>output', {
      sub: { type: 'subworkflow', config: { workflowId: child, input: {} } },
      ask,
    }),
  );
  const { runtime } = current;
  const started = await runtime.startRun(
    { workspaceId: WORKSPACE, createdBy: 't', workflowId: id, input: {} },
    { waitSeconds: 15 },
  );
  expect(started.settled).toMatchObject({ status: 'running' });
  expect(
    await current.store.reader.listGates(WORKSPACE, { runId: started.runId, status: 'open' }, 9),
  ).toHaveLength(1);
  await runtime.cancelRun({ workspaceId: WORKSPACE, runId: started.runId, by: 'ann' });
  expect((await current.settled(started.runId)).status).toBe('cancelled');
});

it('a queued run whose version cannot be prepared fails and says why', async () => {
  const trouble: string[] = [];
  current = await createTestRuntime({
    slots: 1,
    executors: { http: never },
    onTrouble: (where) => trouble.push(where),
  });
  const busy = await current.publish(drawGraph('start>h1 h1>output'));
  const broken = await current.publish(drawGraph('start>output'));
  const { store, runtime } = current;
  await runtime.startRun({ workspaceId: WORKSPACE, createdBy: 't', workflowId: busy, input: {} });
  const { runId } = await runtime.startRun({
    workspaceId: WORKSPACE,
    createdBy: 't',
    workflowId: broken,
    input: {},
  });
  expect((await store.reader.getRun(WORKSPACE, runId))!.status).toBe('queued');
  await current.close();

  const versions = { ...store.workflows, getVersionById: async () => undefined };
  current = await createTestRuntime({
    store: { ...store, workflows: versions },
    executors: { http: async () => nodeResult({}) },
    onTrouble: (where) => trouble.push(where),
  });
  const run = await current.settled(runId);
  expect(run).toMatchObject({ status: 'failed', error: { code: 'NOT_FOUND' } });
  expect(run.events.at(-1)?.type).toBe('run.failed');
  expect(trouble.some((where) => where.includes(runId))).toBe(true);
});
