import {
  type Clock,
  createMemoryQueue,
  createMemoryStore,
  createMemoryWakes,
  type RunMessage,
} from '@weftwork/runtime';
import { nodeResult } from '@weftwork/schema';
import { afterEach, expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { createTestRuntime, type TestRuntime, WORKSPACE } from './support/test-runtime';

/*
 * A process that only admits and one that walks, on one store. The clock fires nothing that is further away than the
 * flush of a walker: nobody polls, so what is heard was told.
 */

const SOON_MS = 50;
const withoutPolls: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  soon: (fire) => void setImmediate(fire),
  setTimer(ms, fire) {
    if (ms > SOON_MS) return { cancel() {} };
    const timer = setTimeout(fire, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

let open: TestRuntime[] = [];
afterEach(async () => {
  await Promise.all(open.map((each) => each.runtime.drain(0)));
  open = [];
});

async function createPair(http: (signal: AbortSignal) => Promise<void> = async () => {}) {
  const store = createMemoryStore();
  const connect = createMemoryWakes();
  const queue = createMemoryQueue();
  const shared = { store, queue, clock: withoutPolls };
  const admitting = await createTestRuntime({ ...shared, wakes: connect(), slots: 0 });
  const walking = await createTestRuntime({
    ...shared,
    wakes: connect(),
    executors: {
      async http(_config, { signal }) {
        await http(signal);
        return nodeResult({});
      },
    },
  });
  open = [admitting, walking];
  return { admitting, walking };
}

const GRAPH = drawGraph('start>call call>output', {
  call: { type: 'http', config: { method: 'GET', url: 'http://x', expect: 'any' } },
});

it('answers a caller as soon as another process has ended the run', async () => {
  const { admitting } = await createPair();
  const workflowId = await admitting.publish(GRAPH);
  const started = await admitting.runtime.startRun(
    { workspaceId: WORKSPACE, createdBy: 'test', workflowId, input: {} },
    { waitSeconds: 3_600 },
  );
  expect(started.settled).toMatchObject({ status: 'completed' });
});

it('tells streams of what another process commits', async () => {
  let goOn = () => {};
  const { admitting } = await createPair(() => new Promise((resolve) => (goOn = resolve)));
  const workflowId = await admitting.publish(GRAPH);
  const { runId } = await admitting.runtime.startRun({
    workspaceId: WORKSPACE,
    createdBy: 'test',
    workflowId,
    input: {},
  });
  await admitting.until(runId, 'node.started');
  const heard = new Promise<RunMessage>((resolve) => admitting.runtime.subscribe(runId, resolve));
  goOn();
  expect(await heard).toMatchObject({ kind: 'events' });
});

it('aborts a call of another process at once when the run is cancelled', async () => {
  const { admitting } = await createPair(
    (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const workflowId = await admitting.publish(GRAPH);
  const { runId } = await admitting.runtime.startRun({
    workspaceId: WORKSPACE,
    createdBy: 'test',
    workflowId,
    input: {},
  });
  await admitting.until(runId, 'node.started');
  await admitting.runtime.cancelRun({ workspaceId: WORKSPACE, runId, by: 'ann' });
  expect(await admitting.ended(runId)).toMatchObject({ status: 'cancelled' });
});
