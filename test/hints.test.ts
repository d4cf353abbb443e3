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

/** `slots`: of the process that admits. With some it walks what it admits, but hears of no other work. */
async function createPair(http: (signal: AbortSignal) => Promise<void> = async () => {}, slots = 0) {
  const store = createMemoryStore();
  const connect = createMemoryWakes();
  const queue = createMemoryQueue();
  const shared = { store, queue, clock: withoutPolls };
  const deaf = { ...queue, onNotify: () => () => {} };
  const admitting = await createTestRuntime({
    ...shared,
    ...{ queue: deaf, wakes: connect(), slots, embedded: false },
  });
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

const SUB = { type: 'subworkflow' as const, config: { workflowId: 'child', input: {} } };
const ASK = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };

it('answers a caller whose run began here and was ended by another process', async () => {
  const { admitting } = await createPair(undefined, 1);
  await admitting.publish(GRAPH, 'child');
  const workflowId = await admitting.publish(drawGraph('start>sub sub>output', { sub: SUB }));
  const started = await admitting.runtime.startRun(
    { workspaceId: WORKSPACE, createdBy: 'test', workflowId, input: {} },
    { waitSeconds: 3_600 },
  );
  expect(started.settled).toMatchObject({ status: 'completed' });
});

it('answers a caller as soon as only a person and a child are left in another process', async () => {
  const { admitting } = await createPair(
    (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
  );
  await admitting.publish(GRAPH, 'child');
  const workflowId = await admitting.publish(
    drawGraph('start>sub,ask sub>M ask.approved>M M>output', { sub: SUB, ask: ASK }),
  );
  const started = await admitting.runtime.startRun(
    { workspaceId: WORKSPACE, createdBy: 'test', workflowId, input: {} },
    { waitSeconds: 3_600 },
  );
  expect(started.settled).toMatchObject({ status: 'running', waitReason: 'child' });
  await admitting.runtime.cancelRun({ workspaceId: WORKSPACE, runId: started.runId, by: 'ann' });
  expect(await admitting.ended(started.runId)).toMatchObject({ status: 'cancelled' });
});
