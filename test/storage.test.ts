import { createMemoryStore, type RunStore } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { useTestRuntime, WORKSPACE } from './support/test-runtime';

const start = useTestRuntime();
const output = (value: JsonObject) => ({ config: { value } });

it('B41 stores large values beside the log and reads them in full', async () => {
  const big = 'x'.repeat(200_000);
  const t = await start({ executors: { http: async () => nodeResult({ big, small: 1 }) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>ask ask.approved>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
      output: output({ n: '{{ length(nodes.h1.data.big) }}' }),
    }),
  );
  const waiting = await t.run(id);
  const completed = waiting.events.find((event) => event.nodeId === 'h1' && event.type === 'node.completed');
  expect(JSON.stringify(completed).length).toBeLessThan(5_000);
  await t.answer(waiting.id, 'ask~~1', { decision: 'approved' });
  expect((await t.ended(waiting.id)).output).toEqual({ n: 200_000 });
});

it('B41 stores what a gate shows beside the log when it is large', async () => {
  const big = 'x'.repeat(200_000);
  const t = await start({ executors: { http: async () => nodeResult({ big }) } });
  const id = await t.publish(
    drawGraph('start>h1 h1>ask ask.approved>output', {
      ask: {
        type: 'human_input',
        config: { mode: 'approval', message: '?', show: { big: '{{ nodes.h1.data.big }}', small: 1 } },
      },
      output: output({ done: true }),
    }),
  );
  const waiting = await t.run(id);
  const opened = waiting.events.find(({ type }) => type === 'gate.opened')!;
  expect(JSON.stringify(opened).length).toBeLessThan(5_000);
  const { show, spilled } = opened.data as { show: JsonObject; spilled: Record<string, { bytes: number }> };
  expect(show.small).toBe(1);
  expect(spilled.big?.bytes).toBe(200_002);
  const artifacts = await t.store.reader.listArtifacts(WORKSPACE, waiting.id);
  expect(artifacts.find(({ nodeId }) => nodeId === 'ask')).toMatchObject({
    name: 'ask.big.json',
    bytes: 200_002,
  });
  await t.answer(waiting.id, 'ask~~1', { decision: 'approved' });
  expect((await t.ended(waiting.id)).output).toEqual({ done: true });
});

it('leaves no artifact behind that no event names when what was decided is refused', async () => {
  const store = createMemoryStore();
  let cancel: (() => Promise<void>) | undefined;
  const runs: RunStore = {
    ...store.runs,
    async commit(commits) {
      // The cancel comes between what the walker knew and what it writes.
      if (commits.some(({ transition }) => transition)) {
        await cancel?.();
        cancel = undefined;
      }
      return store.runs.commit(commits);
    },
  };
  const t = await start({ store: { ...store, runs } });
  const id = await t.publish(
    drawGraph('start>t1 t1>output', { output: output({ big: 'x'.repeat(200_000) }) }),
  );
  cancel = async () => t.runtime.cancelRun({ workspaceId: WORKSPACE, runId: await t.newest(id), by: 'ann' });
  const { runId } = await t.runtime.startRun({
    ...{ workspaceId: WORKSPACE, createdBy: 't', workflowId: id, input: {} },
  });
  const run = await t.ended(runId);
  expect(run.status).toBe('cancelled');
  expect(JSON.stringify(run.events)).not.toContain('xxx');
  expect(await store.reader.listArtifacts(WORKSPACE, runId)).toEqual([]);
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

it('B41 keeps a large output of a run beside the log, and hands it to the parent in full', async () => {
  const big = 'x'.repeat(200_000);
  const t = await start({ executors: { http: async () => nodeResult({ big }) } });
  const child = await t.publish(
    drawGraph('start>h1 h1>output', { output: output({ big: '{{ nodes.h1.data.big }}' }) }),
  );
  const id = await t.publish(
    drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: child, input: {} } },
      output: output({ n: '{{ length(nodes.sub.data.big) }}' }),
    }),
  );
  const run = await t.run(id);
  expect(run.output).toEqual({ n: 200_000 });
  expect(JSON.stringify(run.events).length).toBeLessThan(10_000);
  const [ended] = (await t.store.reader.listRuns(WORKSPACE, { workflowId: child }, { limit: 1 })).items;
  const whole = await t.store.reader.getRun(WORKSPACE, ended!.id);
  expect(JSON.stringify(whole!.output).length).toBeLessThan(5_000);
  const artifact = await t.store.reader.getArtifact(WORKSPACE, whole!.spilled!.big!.artifactId);
  expect(artifact!.bytes).toBe(big.length + 2);
});

it('a run that meets a defect of ours ends and says so, instead of being taken up for ever', async () => {
  const store = createMemoryStore();
  const broken = { ...store.blobs, put: () => Promise.reject(new Error('a defect')) };
  const trouble: string[] = [];
  const t = await start({
    store: { ...store, blobs: broken },
    executors: { http: async () => nodeResult({ big: 'x'.repeat(100_000) }) },
    onTrouble: (where, _error, runId) => trouble.push(`${where}: ${runId}`),
  });
  const run = await t.run(await t.publish(drawGraph('start>h1 h1>output')));
  expect(run).toMatchObject({ status: 'failed', error: { code: 'INTERNAL' } });
  expect(run.events.at(-1)?.type).toBe('run.failed');
  expect(trouble).toEqual([`walking a run: ${run.id}`]);
});
