import { createMemoryQueue, createMemoryStore, type MemoryStore, type RunRecord } from '@weftwork/runtime';
import {
  type CallCounts,
  callViolations,
  type FaultPlan,
  faultyPorts,
  logViolations,
  lossyQueue,
  seededFaults,
  uncalledCompletions,
  type WatchedRun,
  watchedRun,
} from '@weftwork/runtime/testing';
import { isTerminal, type JsonObject, nodeResult, nodeRunId } from '@weftwork/schema';
import { createPostgresStore } from '@weftwork/store';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './postgres';
import { refused, retry } from './support/attempts';
import { drawGraph } from './support/draw-graph';
import { get, output, post, type Shape, shapes } from './support/shapes';
import { createTestRuntime, WORKSPACE } from './support/test-runtime';

/*
 * Two processes share a store whose every method may fail before or after it did its work, lose its answer or give it
 * late, and their hints get lost. Runs of every shape must end as they do when nothing fails.
 */

const LEASE_MS = 500;
const RUNS = 24;
/** Other schedules, and more of them, for who looks for trouble. */
const FIRST_SEED = Number(process.env.WEFTWORK_FAULT_SEED ?? 1);
const SEEDS = Number(process.env.WEFTWORK_FAULT_SEEDS ?? 1);
/** What a run takes that loses every lease it can; past it, it does not move. */
const STUCK_MS = 30_000;

const write: Shape = {
  title: 'at-most-once calls before and behind a join',
  graph: drawGraph('start>p1,p2 p1>M p2>M M>p3 p3>output', {
    p1: { type: 'http', ...post('p1') },
    p2: { type: 'http', ...post('p2') },
    p3: { type: 'http', ...post('p3') },
    M: { config: { value: 'collect' } },
    output: output({ n: '{{ length(nodes.M.data.items) }}' }),
  }),
  output: { n: 2 },
};
const retried: Shape = {
  title: 'an attempt that fails and is made again',
  graph: drawGraph('start>h1 h1>output', {
    h1: { ...get('flaky'), retry: retry(3) },
    output: output({ url: '{{ nodes.h1.data.url }}' }),
  }),
  output: { url: 'http://127.0.0.1/flaky' },
};
const all = [...shapes, write, retried];

interface OpenStore {
  readonly store: MemoryStore;
  close(): Promise<void>;
}

const stores: readonly [name: string, open: () => Promise<OpenStore>][] = [
  ['memory', async () => ({ store: createMemoryStore(), close: async () => {} })],
  [
    'PostgreSQL',
    async () => {
      const database = await createTestDatabase();
      const store = createPostgresStore({ connectionString: database.url });
      return { store, close: () => store.close().then(() => database.drop()) };
    },
  ],
];

/** Every sixth is asked to stop, sooner or later. */
const isCancelled = (index: number) => index % 6 === 5;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks again until it is answered: what a caller with an idempotency key may do. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await ask();
    } catch (error) {
      if (turn === 60) throw error;
      await pause(20);
    }
  }
}

function stuck({ id, status, waitReason }: RunRecord, { events }: WatchedRun): Error {
  const tail = events
    .slice(-8)
    .map(({ type, nodeId, attempt }) => `${type} ${nodeId ?? ''} ${attempt ?? ''}`);
  return new Error(
    `Run ${id} is ${status} (${waitReason}) and does not move; its last events:\n${tail.join('\n')}`,
  );
}

describe.each(stores)('two processes on %s whose every call may fail', (_, open) => {
  it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))(
    'lose no run, number events without a gap and repeat no call in silence (seed %i)',
    async (seed) => {
      const { store, close } = await open();
      const calls = new Map<string, Map<string, number>>();
      const http = async (
        config: JsonObject,
        ctx: { runId: string; nodeId: string; iterationPath: readonly number[]; attempt: number },
      ) => {
        if (config.method === 'POST' && config.idempotencyKey !== true) {
          const counts = calls.get(ctx.runId) ?? new Map<string, number>();
          const step = nodeRunId(ctx.nodeId, ctx.iterationPath, ctx.attempt);
          calls.set(ctx.runId, counts.set(step, (counts.get(step) ?? 0) + 1));
        }
        await pause(3);
        if (String(config.url).endsWith('/flaky') && ctx.attempt === 1) throw refused();
        return nodeResult({ url: config.url ?? null });
      };
      const plans: FaultPlan[] = [];
      const processes = await Promise.all(
        [1, 2].map((number) => {
          const plan = seededFaults({ seed: seed * 10 + number, rate: 0.08 });
          plans.push(plan);
          const { runs, reader, workflows, blobs } = store;
          const faulty = faultyPorts({ runs, reader, workflows, blobs }, plan, {
            lostMs: LEASE_MS * 1.4,
            lateMs: LEASE_MS / 5,
          });
          return createTestRuntime({
            store: { ...store, ...faulty },
            executors: { http },
            leaseMs: LEASE_MS,
            embedded: false,
            queue: lossyQueue(createMemoryQueue(), seed * 10 + number),
            onTrouble: () => {},
          });
        }),
      );
      const publisher = await createTestRuntime({ store, slots: 1, embedded: false });
      await publisher.close();
      for (const [index, shape] of all.entries()) {
        for (const child of shape.children ?? []) await publisher.publish(child, 'child0');
        await publisher.publish(shape.graph, `shape${index}`);
      }

      const started = await Promise.all(
        Array.from({ length: RUNS }, async (_, index) => {
          const shape = all[index % all.length]!;
          const { runId } = await insist(() =>
            processes[index % 2]!.runtime.startRun({
              workspaceId: WORKSPACE,
              createdBy: 't',
              workflowId: `shape${index % all.length}`,
              input: {},
              idempotencyKey: { key: `run-${index}`, bodyHash: 'same' },
            }),
          );
          return { runId, shape };
        }),
      );

      /** Answers what waits, with calls that may fail as well. */
      async function see(runId: string, index: number) {
        const stuckAt = performance.now() + STUCK_MS;
        for (let turn = 0; ; turn += 1) {
          const found = (await store.reader.getRunWithLog(WORKSPACE, runId))!;
          const run = watchedRun(found.run, found.log);
          expect(logViolations(run), runId).toEqual([]);
          if (isTerminal(run.status)) return { run, record: found.run };
          if (performance.now() > stuckAt) throw stuck(found.run, run);
          const { runtime } = processes[(index + turn) % 2]!;
          const act = { workspaceId: WORKSPACE, runId, by: 'ann' };
          if (isCancelled(index) && turn >= index % 3) await runtime.cancelRun(act).catch(() => {});
          for (const { stepId } of await store.reader.listGates(WORKSPACE, { runId, status: 'open' }, 10))
            await runtime.answerGate({ ...act, stepId, decision: 'approved' }).catch(() => {});
          for (const event of run.events.filter(({ type }) => type === 'node.unknown')) {
            const stepId = nodeRunId(event.nodeId!, event.iterationPath, event.attempt!);
            await runtime.settleStep({ ...act, stepId, outcome: 'again' }).catch(() => {});
          }
          await pause(25);
        }
      }

      const none: CallCounts = new Map();
      await Promise.all(
        started.map(async ({ runId, shape }, index) => {
          const { run, record } = await see(runId, index);
          const completed = { status: 'completed', output: shape.output };
          const wanted = isCancelled(index) && record.status === 'cancelled' ? {} : completed;
          expect(record, `${shape.title}: ${JSON.stringify(record.error)}`).toMatchObject(wanted);
          const counts = calls.get(runId) ?? none;
          expect(callViolations(run, counts), runId).toEqual([]);
          expect(
            uncalledCompletions(run, counts, (nodeId) => nodeId.startsWith('p')),
            runId,
          ).toEqual([]);
        }),
      );
      // A parent ends after its children, so they are all there and ended.
      const { items } = await store.reader.listRuns(WORKSPACE, {}, { limit: 200 });
      expect(items.length).toBeGreaterThanOrEqual(RUNS);
      for (const { id, status } of items) {
        const { run, log } = (await store.reader.getRunWithLog(WORKSPACE, id))!;
        expect(isTerminal(status), id).toBe(true);
        expect(logViolations(watchedRun(run, log)), id).toEqual([]);
      }
      const injected = plans.flatMap((plan) => [...plan.injected.values()]);
      expect(injected.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
      for (const plan of plans) plan.stop();
      for (const process of processes) await process.close();
      await close();
    },
    60_000,
  );
});
