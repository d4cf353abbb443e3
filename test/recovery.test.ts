import { createMemoryStore } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { crashingStore } from './support/crash-store';
import { drawGraph } from './support/draw-graph';
import { get, output, post, type Shape, shapes } from './support/shapes';
import {
  createTestRuntime,
  endings,
  type FinishedRun,
  type TestRuntime,
  WORKSPACE,
} from './support/test-runtime';

/** Runs until the run is terminal, answering every approval and settling every unknown outcome as not done. */
async function see(t: TestRuntime, runId: string): Promise<FinishedRun> {
  for (let turn = 0; turn < 50; turn += 1) {
    const run = await t.settled(runId);
    if (run.status !== 'awaiting_input') return run;
    for (const gate of await t.store.reader.listGates(WORKSPACE, { runId, status: 'open' }, 10)) {
      await t.runtime
        .answerGate({ workspaceId: WORKSPACE, runId, stepId: gate.stepId, by: 'ann', decision: 'approved' })
        .catch(() => {});
    }
    const unknown = run.events.filter((event) => event.type === 'node.unknown');
    for (const event of unknown) {
      const stepId = `${event.nodeId}~${event.iterationPath?.join('.') ?? ''}~${event.attempt}`;
      await t.runtime
        .settleStep({ workspaceId: WORKSPACE, runId, stepId, by: 'ann', outcome: 'again' })
        .catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('The run does not come to an end');
}

function assertLog(run: FinishedRun): void {
  const types = run.events.map((event) => event.type as string);
  expect(run.events).toHaveLength(run.lastSeq);
  const terminal = types.filter((type) => ['run.completed', 'run.failed', 'run.cancelled'].includes(type));
  expect(terminal).toEqual([types.at(-1)]);
  const completed = endings(run).filter((line) => line.endsWith('completed'));
  expect(new Set(completed).size).toBe(completed.length);
}

async function runWithCrash(shape: Shape, commit: number, when: 'before' | 'after') {
  const store = createMemoryStore();
  const calls: string[] = [];
  const http = async (config: JsonObject) => {
    calls.push(String(config.url));
    return nodeResult({ url: config.url ?? null });
  };
  let crashed: () => void = () => {};
  const crash = new Promise<void>((resolve) => {
    crashed = resolve;
  });
  const first = await createTestRuntime({
    store: crashingStore(store, { commit, when }, crashed),
    executors: { http },
  });
  for (const [index, child] of (shape.children ?? []).entries()) await first.publish(child, `child${index}`);
  const id = await first.publish(shape.graph);
  const started = first.runtime.startRun({
    workspaceId: WORKSPACE,
    createdBy: 't',
    workflowId: id,
    input: {},
  });
  const admitted = await Promise.race([started, crash.then(() => undefined)]);
  const done = admitted
    ? await Promise.race([see(first, admitted.runId), crash.then(() => undefined)])
    : undefined;
  if (done) return { run: done, calls, crashed: false };

  const second = await createTestRuntime({ store, executors: { http } });
  const { items } = await store.reader.listRuns(WORKSPACE, { workflowId: id }, { limit: 10 });
  expect(items.length).toBeLessThanOrEqual(1);
  if (items.length === 0) {
    expect(admitted).toBeUndefined();
    await second.close();
    return { run: undefined, calls, crashed: true };
  }
  const run = await see(second, items[0]!.id);
  await second.close();
  return { run, calls, crashed: true };
}

describe('a process that dies at any commit', () => {
  it.each(shapes)('loses nothing and repeats no completed node: $title', async (shape) => {
    let crashes = 0;
    for (const when of ['before', 'after'] as const) {
      for (let commit = 1; commit < 40; commit += 1) {
        const { run, crashed } = await runWithCrash(shape, commit, when);
        if (crashed) crashes += 1;
        if (run) {
          expect(run.status).toBe('completed');
          expect(run.output).toEqual(shape.output);
          assertLog(run);
        }
        if (!crashed) break;
      }
    }
    // At least at its admission and at its end, before and after.
    expect(crashes).toBeGreaterThanOrEqual(4);
  });

  it('calls an at-most-once effect once, or asks a person', async () => {
    const graph = drawGraph('start>h1 h1>output', {
      h1: post('h1'),
      output: output({ url: '{{ nodes.h1.data.url }}' }),
    });
    for (const when of ['before', 'after'] as const) {
      for (let commit = 1; commit <= 3; commit += 1) {
        const { run, calls } = await runWithCrash({ title: '', graph, output: {} }, commit, when);
        if (!run) continue;
        expect(run.status).toBe('completed');
        const unknown = run.events.filter((event) => event.type === 'node.unknown').length;
        expect(calls.length).toBeLessThanOrEqual(1 + unknown);
        assertLog(run);
      }
    }
  });
});

it('gives an attempt up when the sixth takeover finds it again', async () => {
  const store = createMemoryStore();
  let recordRecovery = () => {};
  const watched = {
    ...store,
    runs: {
      ...store.runs,
      async recordRecovery(...step: Parameters<typeof store.runs.recordRecovery>) {
        const recoveries = await store.runs.recordRecovery(...step);
        recordRecovery();
        return recoveries;
      },
    },
  };
  const hang = () => new Promise<never>(() => {});
  const graph = drawGraph('start>h1 h1>output', { h1: get('h1') });
  const first = await createTestRuntime({ store, executors: { http: hang } });
  const workflowId = await first.publish(graph);
  const { runId } = await first.runtime.startRun({
    workspaceId: WORKSPACE,
    createdBy: 't',
    workflowId,
    input: {},
  });
  await first.until(runId, ({ events }) => events.some(({ nodeId }) => nodeId === 'h1'));
  // Stopped without grace, a process leaves its attempt open; the next start ends its leases and takes over.
  let heir = first;
  for (let takeover = 1; takeover <= 6; takeover += 1) {
    const taken = new Promise<void>((resolve) => {
      recordRecovery = resolve;
    });
    await heir.runtime.drain(0);
    heir = await createTestRuntime({ store: watched, executors: { http: hang } });
    await taken;
  }
  const run = await heir.settled(runId);
  expect(run).toMatchObject({ status: 'failed', error: { code: 'RECOVERY_LIMIT', nodeId: 'h1' } });
  expect(run.events.filter((event) => event.type === 'node.started' && event.nodeId === 'h1')).toHaveLength(
    1,
  );
  await heir.close();
});
