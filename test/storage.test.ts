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
