import { createMemoryStore, NodeError, type WorkflowStore } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { flaky, never, retry } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { endings, useTestRuntime, WORKSPACE } from './support/test-runtime';

const start = useTestRuntime();

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
  expect((await t.store.reader.listRuns(WORKSPACE, { workflowId: child }, { limit: 10 })).items).toHaveLength(
    3,
  );
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
  await t.until(runId, 'child.started');
  const [childRun] = (await t.store.reader.listRuns(WORKSPACE, { parentRunId: runId }, { limit: 1 })).items;
  await t.until(childRun!.id, 'node.started');
  await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' });
  const [parent, ended] = [await t.settled(runId), await t.settled(childRun!.id)];
  expect([parent.status, ended.status]).toEqual(['cancelled', 'cancelled']);
  expect(endings(ended)).not.toContain('h2 completed');
  await expect(t.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' })).rejects.toMatchObject({
    code: 'RUN_TERMINAL',
  });
});

it('a child whose workflow is gone fails its node', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: 'nobody', input: {} } },
    }),
  );
  expect((await t.run(id)).error).toMatchObject({
    code: 'SUBWORKFLOW_NOT_FOUND',
    nodeId: 'sub',
    field: '/config/workflowId',
  });
});

it('a child is looked up again when the store could not be asked for it', async () => {
  const store = createMemoryStore();
  let refusals = 0;
  const workflows: WorkflowStore = {
    ...store.workflows,
    async getVersion(...asked) {
      if (asked[1] === 'child' && refusals === 0) {
        refusals += 1;
        throw new CodedError('STORAGE_UNAVAILABLE', 'The database restarts.');
      }
      return store.workflows.getVersion(...asked);
    },
  };
  const t = await start({ store: { ...store, workflows }, leaseMs: 200, onTrouble: () => {} });
  await t.publish(drawGraph('start>output'), 'child');
  const id = await t.publish(
    drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: 'child', input: {} } },
    }),
  );
  const act = { workspaceId: WORKSPACE, createdBy: 'test', workflowId: id, input: {} };
  const { runId } = await t.runtime.startRun(act);
  expect((await t.ended(runId)).status).toBe('completed');
  expect(refusals).toBe(1);
});
