import { ENGINE_VERSION } from '@weftwork/engine';
import { createMemoryQueue, createMemoryStore, type RunQueue } from '@weftwork/runtime';
import { newRun } from '@weftwork/runtime/conformance';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { useTestRuntime, WORKSPACE } from './support/test-runtime';

const start = useTestRuntime();

/** A queue whose hints never arrive. */
function deafQueue(): RunQueue {
  return { ...createMemoryQueue(), notify: () => {} };
}

it('a run that nobody was told of is found in the store', async () => {
  const t = await start({ store: createMemoryStore(), queue: deafQueue() });
  const workflowId = await t.publish(drawGraph('start>output'));
  const version = (await t.store.workflows.getVersion(WORKSPACE, workflowId))!;
  const run = newRun(version, { input: {}, engine: ENGINE_VERSION });
  await t.store.runs.enqueue(run);
  expect((await t.ended(run.runId)).status).toBe('completed');
});

it('an answer, a cancel and the end of a child that nobody was told of are found in the store', async () => {
  const t = await start({ store: createMemoryStore(), queue: deafQueue(), leaseMs: 600 });
  await t.publish(drawGraph('start>output'), 'child');
  const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };
  const sub = { type: 'subworkflow' as const, config: { workflowId: 'child', input: {} } };
  const workflowId = await t.publish(drawGraph('start>ask ask.approved>sub sub>output', { ask, sub }));
  const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId, input: {} };
  const answered = await t.runtime.startRun(request);
  const cancelled = await t.runtime.startRun(request);
  for (const { runId } of [answered, cancelled]) await t.settled(runId);
  await t.answer(answered.runId, 'ask~~1', { decision: 'approved' });
  await t.runtime.cancelRun({ workspaceId: WORKSPACE, runId: cancelled.runId, by: 'ann' });
  expect((await t.ended(answered.runId)).status).toBe('completed');
  expect((await t.ended(cancelled.runId)).status).toBe('cancelled');
});
