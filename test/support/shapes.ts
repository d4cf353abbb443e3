import type { JsonObject, WorkflowGraph } from '@weftwork/schema';
import { drawGraph } from './draw-graph';

/** A workflow of real node types, and what it gives when nothing goes wrong. */
export interface Shape {
  readonly title: string;
  readonly graph: WorkflowGraph;
  readonly children?: readonly WorkflowGraph[];
  readonly output: JsonObject;
}

export const get = (id: string) => ({
  config: { method: 'GET', url: `http://127.0.0.1/${id}`, expect: 'any' },
});
export const post = (id: string) => ({
  config: { method: 'POST', url: `http://127.0.0.1/${id}`, expect: 'any' },
});
/** Sends a key, so that it may be repeated; unlike a read it never begins before its intent is durable. */
export const keyed = (id: string) => ({
  config: { method: 'POST', url: `http://127.0.0.1/${id}`, expect: 'any', idempotencyKey: true },
});
export const output = (value: JsonObject) => ({ config: { value } });

export const shapes: Shape[] = [
  {
    title: 'three reads in sequence',
    graph: drawGraph('start>h1 h1>h2 h2>h3 h3>output', {
      output: output({ url: '{{ nodes.h3.data.url }}' }),
    }),
    output: { url: 'http://127.0.0.1/h3' },
  },
  {
    title: 'three effects in sequence',
    graph: drawGraph('start>h1 h1>h2 h2>h3 h3>output', {
      h1: keyed('h1'),
      h2: get('h2'),
      h3: keyed('h3'),
      output: output({ url: '{{ nodes.h3.data.url }}' }),
    }),
    output: { url: 'http://127.0.0.1/h3' },
  },
  {
    title: 'effects side by side, joined',
    graph: drawGraph('start>h1,h2,h3 h1>M h2>M h3>M M>output', {
      h2: keyed('h2'),
      M: { config: { value: 'collect' } },
      output: output({ n: '{{ length(nodes.M.data.items) }}' }),
    }),
    output: { n: 3 },
  },
  {
    title: 'an effect in a parallel loop',
    graph: drawGraph('start>L L>output', {
      L: { config: { over: 'count', count: 4, concurrency: 2, collect: '{{ nodes.h1.data.url }}' } },
      h1: { parentId: 'L', ...keyed('h1') },
      output: output({ n: '{{ length(nodes.L.data.results) }}' }),
    }),
    output: { n: 4 },
  },
  {
    title: 'an approval between effects',
    graph: drawGraph('start>h1 h1>ask ask.approved>h2 h2>output', {
      ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
      output: output({ by: '{{ nodes.ask.data.by }}' }),
    }),
    output: { by: 'ann' },
  },
  {
    title: 'a sub-workflow with an effect',
    graph: drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: 'child0', input: {} } },
      output: output({ url: '{{ nodes.sub.data.url }}' }),
    }),
    children: [drawGraph('start>h1 h1>output', { output: output({ url: '{{ nodes.h1.data.url }}' }) })],
    output: { url: 'http://127.0.0.1/h1' },
  },
];
