import { NodeError } from '@weftwork/runtime';
import { type JsonObject, type NodeResult, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { useTestRuntime } from './support/test-runtime';

const start = useTestRuntime();
const output = (value: JsonObject) => ({ config: { value } });

it.each([
  ['a list over the cap fails at entry', { over: 'items', items: '{{ inputs.list }}' }, 'LOOP_LIMIT'],
  [
    'a list over the cap stops there',
    { over: 'items', items: '{{ inputs.list }}', onLimit: 'stop' },
    'limit',
  ],
  ['a while that stays true fails at the cap', { over: 'while', while: 'true' }, 'LOOP_LIMIT'],
  ['a while that stays true stops at the cap', { over: 'while', while: 'true', onLimit: 'stop' }, 'limit'],
  [
    'a while that turns false at the cap ended by its condition',
    { over: 'while', while: 'nodes.L.data.index < 3' },
    'condition',
  ],
])('%s', async (_, config, wanted) => {
  const t = await start();
  const id = await t.publish(
    drawGraph(
      'start>L L>output',
      {
        L: { config },
        a: { parentId: 'L' },
        output: output({ by: '{{ nodes.L.data.stoppedBy }}', n: '{{ nodes.L.data.count }}' }),
      },
      { settings: { maxLoopIterations: 3 } },
    ),
  );
  const run = await t.run(id, { list: [1, 2, 3, 4] });
  if (wanted === 'LOOP_LIMIT') expect(run.error).toMatchObject({ code: wanted, nodeId: 'L' });
  else expect(run.output).toEqual({ by: wanted, n: 3 });
});

it.each([
  ['continue', [0, null, 2], 1],
  ['skip', [0, 2], 1],
])('B11 an item that fails under onItemError %s leaves its mark', async (onItemError, results, errors) => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>L L>output', {
      L: {
        config: {
          over: 'items',
          items: [1, 'x', 3],
          concurrency: 3,
          onItemError,
          collect: '{{ nodes.a.data.n }}',
        },
      },
      a: { parentId: 'L', config: { value: { n: '{{ nodes.L.data.item - 1 }}' } } },
      output: output({ r: '{{ nodes.L.data.results }}', e: '{{ length(nodes.L.data.errors) }}' }),
    }),
  );
  const run = await t.run(id);
  expect(run.output).toEqual({ r: results, e: errors });
  expect(run.warnings).toHaveLength(1);
});

it('B07 runs an inner loop anew in each outer iteration', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>Lo Lo>output', {
      Lo: { config: { over: 'count', count: 2 } },
      Li: { parentId: 'Lo', config: { over: 'count', count: 2, collect: '{{ nodes.body.data.v }}' } },
      body: {
        parentId: 'Li',
        config: { value: { v: '{{ nodes.Lo.data.index * 10 + nodes.Li.data.index }}' } },
      },
      output: { config: { value: { results: '{{ nodes.Lo.data.results }}' } } },
    }),
  );
  const run = await t.run(id);
  expect(run.status).toBe('completed');
  expect((run.output as { results: { results: number[] }[] }).results.map((r) => r.results)).toEqual([
    [0, 1],
    [10, 11],
  ]);
});

it('B08 what follows a loop of 477 items runs once, after the last of them', async () => {
  const t = await start();
  const id = await t.publish(
    drawGraph('start>L L>h1 h1>output', {
      L: { config: { over: 'items', items: '{{ inputs.list }}', concurrency: 4 } },
      a: { parentId: 'L', config: { value: { n: '{{ nodes.L.data.item }}' } } },
    }),
  );
  const run = await t.run(id, { list: Array.from({ length: 477 }, (_, n) => n) });
  expect(run.status).toBe('completed');
  const passes = run.events.flatMap((event, at) => (event.type === 'loop.iteration_completed' ? [at] : []));
  const starts = run.events.flatMap((event, at) =>
    event.type === 'node.started' && event.nodeId === 'h1' ? [at] : [],
  );
  expect(passes).toHaveLength(477);
  expect(starts).toHaveLength(1);
  expect(starts[0]).toBeGreaterThan(passes.at(-1)!);
});

it('B10 results of parallel items stand in the order of the items, however they end', async () => {
  // Pauses that differ from item to item and from run to run.
  let turn = 0;
  const http = async (config: JsonObject) => {
    const n = Number((config.query as JsonObject).n);
    await new Promise((resolve) => setTimeout(resolve, (n * 7 + turn * 3) % 5));
    return nodeResult({ n });
  };
  const t = await start({ executors: { http } });
  const id = await t.publish(
    drawGraph('start>L L>output', {
      L: {
        config: {
          over: 'items',
          items: '{{ inputs.list }}',
          concurrency: 4,
          collect: '{{ nodes.h1.data.n }}',
        },
      },
      h1: {
        parentId: 'L',
        config: { method: 'GET', url: 'http://127.0.0.1/', query: { n: '{{ nodes.L.data.index }}' } },
      },
      output: output({ results: '{{ nodes.L.data.results }}' }),
    }),
  );
  const list = [0, 1, 2, 3, 4, 5, 6, 7];
  for (turn = 0; turn < 50; turn += 1) {
    expect((await t.run(id, { list })).output).toEqual({ results: list });
  }
});

it('B11 with onItemError fail a bad item fails the run and its siblings are aborted', async () => {
  const aborted: string[] = [];
  const http = (config: JsonObject, ctx: { signal: AbortSignal }) =>
    new Promise<NodeResult>((_, reject) => {
      const item = (config.query as JsonObject).item;
      if (item === 'bad') throw new NodeError('HTTP_FAILED', 'no such page');
      ctx.signal.addEventListener('abort', () => {
        aborted.push(String(item));
        reject(ctx.signal.reason);
      });
    });
  const t = await start({ executors: { http } });
  const id = await t.publish(
    drawGraph('start>L L>output', {
      L: { config: { over: 'items', items: ['one', 'bad', 'three'], concurrency: 3 } },
      h1: {
        parentId: 'L',
        config: { method: 'GET', url: 'http://127.0.0.1/', query: { item: '{{ nodes.L.data.item }}' } },
      },
    }),
  );
  const run = await t.run(id);
  expect(run.error).toMatchObject({ code: 'HTTP_FAILED', nodeId: 'h1', iterationPath: [1] });
  expect(aborted.sort()).toEqual(['one', 'three']);
});
