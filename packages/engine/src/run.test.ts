import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { RunEvent } from '@weftwork/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawGraph } from '../../../test/support/draw-graph';
import { begin, commandKey, compile, createState, decide, evolve, stopRun } from '.';
import { drive, endingsOf, type Script } from './testing/drive';

const loop = (config: object, rest: object = {}) => ({ config: { over: 'count', ...config }, ...rest });
const inside = (parentId: string) => ({ parentId });

interface Row {
  readonly title: string;
  readonly graph: string;
  readonly nodes?: Parameters<typeof drawGraph>[1];
  readonly settings?: object;
  readonly script?: Script;
  readonly ended?: 'completed' | 'failed';
  readonly endings: string;
}

const rows: Row[] = [
  {
    title: 'a chain runs in order',
    graph: 'start>a a>b b>output',
    endings: 'a completed, b completed, output completed, start completed',
  },
  {
    title: 'B01 a join runs once when one branch was skipped',
    graph: 'start>c c.yes>t c.else>M t>M M>output',
    script: { c: 'else' },
    endings: 'M completed, c completed, output completed, start completed, t skipped',
  },
  {
    title: 'B03 a join fed by a join that was skipped runs once',
    graph: 'start>c c.yes>a c.else>b a>M1 M1>M2 b>M2 M2>output',
    nodes: { M1: { type: 'merge' }, M2: { type: 'merge' } },
    script: { c: 'else' },
    endings:
      'M1 skipped, M2 completed, a skipped, b completed, c completed, output completed, start completed',
  },
  {
    title: 'B06 a join of parallel branches and a condition runs once',
    graph: 'start>h1 h1>c c.yes>x1 c.else>x2 x1>M x2>M start>h2 h2>M M>output',
    script: { c: 'yes' },
    endings:
      'M completed, c completed, h1 completed, h2 completed, output completed, start completed, x1 completed, x2 skipped',
  },
  {
    title: 'B04 an any-join runs at the first arrival, once, and the run waits for the later ones',
    graph: 'start>h1,h2,h3 h1>M h2>M h3>M M>a a>output',
    nodes: { M: { config: { mode: 'any' } } },
    endings:
      'M completed, a completed, h1 completed, h2 completed, h3 completed, output completed, start completed',
  },
  {
    title: 'a node whose in-edges are all skipped is skipped, and so is what follows',
    graph: 'start>c c.yes>a a>b b>output c.else>out2',
    script: { c: 'else' },
    endings: 'a skipped, b skipped, c completed, out2 completed, output skipped, start completed',
  },
  {
    title: 'the error branch is taken on failure, the default one skipped',
    graph: 'start>h1 h1>a h1.error>b a>output b>output',
    nodes: { h1: { onError: 'branch' } },
    script: { h1: '!error' },
    endings: 'a skipped, b completed, h1 failed, output completed, start completed',
  },
  {
    title: 'a failure fails the run and cancels what is in flight',
    graph: 'start>h1,h2 h1>M h2>M M>output',
    script: { h1: '!' },
    ended: 'failed',
    endings: 'h1 failed, h2 cancelled, start completed',
  },
  {
    title: 'a retry makes a second attempt and counts one step',
    graph: 'start>h1 h1>output',
    settings: { maxSteps: 1 },
    script: { h1: ['!retry', 'default'] },
    endings: 'h1 completed, output completed, start completed',
  },
  {
    title: 'step n+1 fails the run',
    graph: 'start>a a>b b>output',
    settings: { maxSteps: 1 },
    ended: 'failed',
    endings: 'a completed, start completed',
  },
  {
    title: 'a loop of nothing completes',
    graph: 'start>L L>output',
    nodes: { L: loop({ count: 0 }), a: inside('L') },
    endings: 'L completed, output completed, start completed',
  },
  {
    title: 'B07 an inner loop runs anew in each outer iteration',
    graph: 'start>Lo Lo>output',
    nodes: { Lo: loop({ count: 2 }), Li: loop({ count: 2 }, inside('Lo')), a: inside('Li') },
    endings:
      'Li[0] completed, Li[1] completed, Lo completed, a[0.0] completed, a[0.1] completed, a[1.0] completed, a[1.1] completed, output completed, start completed',
  },
  {
    title: 'B11 with onItemError fail an item stops its siblings and fails the loop',
    graph: 'start>L L>output',
    nodes: { L: loop({ count: 3, concurrency: 3 }), x1: inside('L') },
    script: { 'x1[1]': '!' },
    ended: 'failed',
    endings: 'L failed, start completed, x1[0] completed, x1[1] failed, x1[2] cancelled',
  },
  {
    title: 'B11 with onItemError continue the other items run on',
    graph: 'start>L L>output',
    nodes: { L: loop({ count: 3, concurrency: 3, onItemError: 'continue' }), x1: inside('L') },
    script: { 'x1[1]': '!' },
    endings: 'L completed, output completed, start completed, x1[0] completed, x1[1] failed, x1[2] completed',
  },
  {
    title: 'a loop that failed takes its own error branch',
    graph: 'start>L L>a L.error>b a>output b>output',
    nodes: { L: loop({ count: 1 }, { onError: 'branch' }), x1: inside('L') },
    script: { x1: '!' },
    endings: 'L failed, a skipped, b completed, output completed, start completed, x1[0] failed',
  },
  {
    title: 'a failure inside a nested loop winds both loops down',
    graph: 'start>Lo Lo>output',
    nodes: {
      Lo: loop({ count: 2, concurrency: 2 }),
      Li: loop({ count: 2, concurrency: 2 }, inside('Lo')),
      x1: inside('Li'),
    },
    settings: { maxParallelism: 4 },
    script: { 'x1[0.0]': '!' },
    ended: 'failed',
    endings:
      'Li[0] failed, Li[1] cancelled, Lo failed, start completed, x1[0.0] failed, x1[0.1] cancelled, x1[1.0] cancelled, x1[1.1] cancelled',
  },
];

describe('what a run does next', () => {
  it.each(rows)('$title', ({ graph, nodes, settings, script, ended = 'completed', endings }) => {
    const result = drive(drawGraph(graph, nodes, { settings }), script);
    expect(result.ended).toBe(ended);
    expect(endingsOf(result).join(', ')).toBe(endings);
  });

  it('a while loop asks before each iteration and once more at its end', () => {
    const graph = drawGraph('start>L L>output', {
      L: { config: { over: 'while', while: 'true' } },
      a: inside('L'),
    });
    const { commands } = drive(graph, {}, { while: 2 });
    expect(commands.filter((key) => key.startsWith('testLoop'))).toEqual([
      'testLoop:L~~1:0',
      'testLoop:L~~1:1',
      'testLoop:L~~1:2',
    ]);
  });

  it('never has more attempts in flight than maxParallelism', () => {
    const graph = drawGraph(
      'start>h1,h2,h3,h4,h5 h1>M h2>M h3>M h4>M h5>M M>output',
      {},
      { settings: { maxParallelism: 2 } },
    );
    let most = 0;
    const result = drive(
      graph,
      {},
      {
        pick: (open) => {
          most = Math.max(most, open);
          return 0;
        },
      },
    );
    expect(result.ended).toBe('completed');
    expect(most).toBe(2);
  });

  it('a cancel stops everything and ends as cancelled, even after a failure', () => {
    const graph = drawGraph('start>h1,h2 h1>output h2>output');
    const result = drive(
      graph,
      { h1: '!' },
      {
        onCommand: (command) =>
          command.kind === 'abortNode'
            ? [{ type: 'run.cancel_requested', occurredAt: 0, data: {} }]
            : undefined,
      },
    );
    expect(result.ended).toBe('cancelled');
    expect(endingsOf(result).join(', ')).toBe('h1 failed, h2 cancelled, start completed');
  });
});

const shapes: Row[] = [
  ...rows.filter((row) => !row.graph.includes('M>a') && row.ended !== 'failed'),
  {
    title: 'a diamond of effects in a loop',
    graph: 'start>L L>output x1>x2,x3 x2>M x3>M',
    nodes: {
      L: loop({ count: 3, concurrency: 2 }),
      x1: inside('L'),
      x2: inside('L'),
      x3: inside('L'),
      M: inside('L'),
    },
    endings: '',
  },
];

describe('laws', () => {
  it.each(shapes)(
    'any order of parallel completions ends the same: $title',
    ({ graph, nodes, settings, script }) => {
      const drawn = drawGraph(graph, nodes, { settings });
      const reference = endingsOf(drive(drawn, script));
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat()), (order) => {
          const result = drive(drawn, script, { pick: (open) => order.next().value % open });
          expect(endingsOf(result)).toEqual(reference);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(rows)(
    'folding the log again gives the same decisions at every point: $title',
    ({ graph, nodes, settings, script }) => {
      const drawn = drawGraph(graph, nodes, { settings });
      const { log, state, ended } = drive(drawn, script);
      const plan = compile(drawn, nodeDefinitions);
      const again = begin(createState(plan, drawn.settings));
      for (const event of log) evolve(again, event);
      // A limit of the run is no fact of the log: it is found anew.
      const [limit] = decide(again);
      if (limit?.kind === 'stopRun') stopRun(again, limit.error);
      expect(decide(again).map(commandKey)).toEqual(decide(state).map(commandKey));
      expect(again.steps).toBe(state.steps);
      expect(ended).toBeDefined();
    },
  );

  it('deciding changes nothing', () => {
    const graph = drawGraph('start>h1,h2 h1>output h2>output');
    const state = begin(createState(compile(graph, nodeDefinitions), graph.settings));
    const event: RunEvent = {
      type: 'node.completed',
      occurredAt: 0,
      nodeId: 'start',
      attempt: 1,
      data: { output: {} },
    };
    evolve(state, event);
    expect(decide(state).map(commandKey)).toEqual(decide(state).map(commandKey));
    expect(decide(state).map(commandKey)).toEqual(['executeNode:h1~~1', 'executeNode:h2~~1']);
  });

  it.each([50, 500, 5000])('touches a constant number of nodes per event in a chain of %i', (length) => {
    const ids = Array.from({ length }, (_, index) => `a${index}`);
    const graph = drawGraph(
      ['start>a0', ...ids.slice(1).map((id, index) => `a${index}>${id}`), `a${length - 1}>output`].join(' '),
    );
    const { state, log } = drive(graph);
    expect(state.touched / log.length).toBeLessThanOrEqual(2);
  });
});
