import { expect, it } from 'vitest';
import { drawGraph } from '../../../../test/support/draw-graph';
import { useTestRuntime, WORKSPACE } from '../../../../test/support/test-runtime';
import type { RunObserver, RunTraces } from '../ports';

const createTestRuntime = useTestRuntime();

/** Throws whatever it is told. */
const broken = new Proxy({} as RunObserver, {
  get: (_, name) =>
    name === 'traces'
      ? undefined
      : () => {
          throw new Error('no space left on device');
        },
});

it('ends a run as it ended although an observer throws at every word of it', async () => {
  const troubles: string[] = [];
  const t = await createTestRuntime({ observer: broken, onTrouble: (where) => troubles.push(where) });
  const workflowId = await t.publish(drawGraph('start>output'));
  const { settled } = await t.runtime.startRun(
    { workspaceId: WORKSPACE, createdBy: 'test', workflowId, input: {} },
    { waitSeconds: 5 },
  );
  expect(settled).toMatchObject({ status: 'completed' });
  expect(new Set(troubles)).toEqual(new Set(['telling an observer']));
});

it.each([true, false])('reads events for traces only of runs that are kept: %s', async (kept) => {
  const told: string[] = [];
  const nothing = new Proxy({} as RunObserver, { get: (_, name) => (name === 'traces' ? traces : () => {}) });
  const traces: RunTraces = {
    isSampled: () => kept,
    isKept: () => kept,
    eventsCommitted: (_, events) => void told.push(...events.map(({ type }) => type)),
  };
  const t = await createTestRuntime({ observer: nothing });
  const workflowId = await t.publish(drawGraph('start>output'));
  const request = { workspaceId: WORKSPACE, createdBy: 'test', workflowId, input: {} };
  await t.runtime.startRun(request, { waitSeconds: 5 });
  expect(told.at(-1)).toBe(kept ? 'run.completed' : undefined);
});
