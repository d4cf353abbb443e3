import { createMemoryStore, type RunStore } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { createTestRuntime, type TestRuntime, WORKSPACE } from './support/test-runtime';

const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };
const output = (value: JsonObject) => ({ config: { value } });
const big = 'x'.repeat(100_000);

const shapes = [
  {
    title: 'after a long loop and a large value',
    graph: drawGraph('start>L L>h1 h1>ask ask.approved>output', {
      L: {
        config: {
          over: 'count',
          count: 100,
          initialState: { n: 0 },
          nextState: { n: '{{ nodes.b.data.n }}' },
          collect: '{{ nodes.b.data.n }}',
        },
      },
      b: { parentId: 'L', config: { value: { n: '{{ nodes.L.data.state.n + 1 }}' } } },
      ask,
      output: output({
        n: '{{ nodes.L.data.state.n }}',
        sum: '{{ sum(nodes.L.data.results) }}',
        big: '{{ length(nodes.h1.data.big) }}',
      }),
    }),
    output: { n: 100, sum: 5050, big: 100_000 },
    answers: 1,
  },
  {
    title: 'inside a loop in a loop, again and again',
    graph: drawGraph('start>Lw Lw>Lo Lo>output Li>ask ask.approved>a', {
      Lw: { config: { over: 'count', count: 100 } },
      w: { parentId: 'Lw' },
      Lo: { config: { over: 'items', items: ['p', 'q'], collect: '{{ nodes.Li.data.results }}' } },
      Li: {
        parentId: 'Lo',
        config: {
          over: 'count',
          count: 2,
          initialState: 0,
          nextState: '{{ nodes.Li.data.state + 1 }}',
          collect: '{{ nodes.v.data.v }}',
        },
      },
      v: { parentId: 'Li', config: { value: { v: '{{ nodes.Lo.data.item }}' } } },
      ask: { ...ask, parentId: 'Lo' },
      a: { parentId: 'Lo' },
      output: output({ r: '{{ nodes.Lo.data.results }}' }),
    }),
    output: {
      r: [
        ['p', 'p'],
        ['q', 'q'],
      ],
    },
    answers: 2,
  },
];

it.each(shapes)(
  'a run that waits wakes from its snapshot: $title',
  async ({ graph, output: wanted, answers }) => {
    const store = createMemoryStore();
    const claims: { snapshot: boolean; rows: number }[] = [];
    const runs = new Proxy(store.runs, {
      get(target, name: keyof RunStore) {
        if (name !== 'claim') return (target[name] as (...args: unknown[]) => unknown).bind(target);
        return async (options: Parameters<RunStore['claim']>[0]) => {
          const claimed = await target.claim(options);
          for (const each of claimed)
            claims.push({ snapshot: each.snapshot !== undefined, rows: each.log.length });
          return claimed;
        };
      },
    });
    const http = async () => nodeResult({ big });
    const open = (): Promise<TestRuntime> =>
      createTestRuntime({ store: { ...store, runs }, executors: { http } });

    let t = await open();
    const waiting = await t.run(await t.publish(graph));
    expect(waiting.status).toBe('awaiting_input');
    for (let answer = 1; answer <= answers; answer += 1) {
      await t.close();
      t = await open();
      const [gate] = await store.reader.listGates(WORKSPACE, { runId: waiting.id, status: 'open' }, 1);
      await t.runtime.answerGate({
        workspaceId: WORKSPACE,
        runId: waiting.id,
        stepId: gate!.stepId,
        by: 'ann',
        decision: 'approved',
      });
      for (;;) {
        const run = await t.settled(waiting.id);
        if (run.status === 'completed') break;
        const open = await store.reader.listGates(WORKSPACE, { runId: waiting.id, status: 'open' }, 1);
        if (answer < answers && open[0] && open[0].stepId !== gate!.stepId) break;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }
    expect((await t.settled(waiting.id)).output).toEqual(wanted);
    expect(claims[0]).toEqual({ snapshot: true, rows: 1 });
    await t.close();
  },
);
