import { createMemoryStore, type MemoryStore, type RunStore } from '@weftwork/runtime';
import { seededRandom } from '@weftwork/runtime/testing';
import { isTerminal, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { createTestRuntime, WORKSPACE } from './support/test-runtime';

/** Every call to the store takes a while before and after, so that everything overtakes everything. */
function slow(store: MemoryStore, next: () => number): MemoryStore {
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, next() * 3));
  const runs = new Proxy(store.runs, {
    get(target, name: keyof RunStore) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        await pause();
        const answer = await method.apply(target, args);
        await pause();
        return answer;
      };
    },
  });
  return { ...store, runs };
}

const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };
const graph = drawGraph(
  'start>h1,h2,ask,L,sub h1>M h2>h3 h3>M ask.approved>M L>M sub>M M>output',
  {
    ask,
    L: { config: { over: 'count', count: 3, concurrency: 2 } },
    h4: { parentId: 'L' },
    sub: { type: 'subworkflow', config: { workflowId: 'child', input: {} } },
    output: { config: { value: { n: '{{ length(nodes.L.data.results) }}' } } },
  },
  { settings: { maxParallelism: 8 } },
);

it.each([1, 2, 3])(
  'answers, cancels, ends of attempts and of children may come in any order (seed %i)',
  async (seed) => {
    const next = seededRandom(seed);
    const http = async () => {
      await new Promise((resolve) => setTimeout(resolve, next() * 6));
      return nodeResult({});
    };
    const t = await createTestRuntime({ store: slow(createMemoryStore(), next), executors: { http } });
    await t.publish(drawGraph('start>h1 h1>output'), 'child');
    const workflowId = await t.publish(graph);

    await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const { runId } = await t.runtime.startRun({
          workspaceId: WORKSPACE,
          createdBy: 't',
          workflowId,
          input: {},
        });
        const act = { workspaceId: WORKSPACE, runId, by: 'ann' };
        await new Promise((resolve) => setTimeout(resolve, next() * 30));
        const approve = async () => {
          for (;;) {
            const run = await t.store.reader.getRun(WORKSPACE, runId);
            if (run && isTerminal(run.status)) return;
            const answer = t.runtime.answerGate({ ...act, stepId: 'ask~~1', decision: 'approved' });
            if (
              await answer.then(
                () => true,
                () => false,
              )
            )
              return;
            await new Promise((resolve) => setTimeout(resolve, 3));
          }
        };
        const cancels = index % 3 === 0;
        await Promise.all([approve(), cancels ? t.runtime.cancelRun(act).catch(() => {}) : undefined]);
        let run = await t.settled(runId);
        while (run.status === 'awaiting_input') {
          // By a timer: a loop of promises alone would leave the store no turn to answer in.
          await new Promise((resolve) => setTimeout(resolve, 3));
          run = await t.settled(runId);
        }

        expect(run.status === 'completed' || (cancels && run.status === 'cancelled')).toBe(true);
        expect(run.events).toHaveLength(run.lastSeq);
        const ends = run.events.filter((event) => /^run\.(completed|failed|cancelled)$/.test(event.type));
        expect(ends).toEqual([run.events.at(-1)]);
        const settled = run.events
          .filter((event) => /^node\.(completed|skipped|cancelled)$/.test(event.type))
          .map((event) => `${event.nodeId} ${event.iterationPath?.join('.') ?? ''}`);
        expect(new Set(settled).size).toBe(settled.length);
        if (run.status === 'completed') expect(run.output).toEqual({ n: 3 });
      }),
    );
    // The last answers of the store are still on their way; then nobody holds a run.
    while (t.runtime.activeRuns > 0) await new Promise((resolve) => setTimeout(resolve, 3));
    await t.close();
  },
);
