import { openDocument } from '@weftwork/editor';
import { describe, expect, it } from 'vitest';
import { outlineLines } from './outline-lines';

const when = { left: '{{ inputs }}', op: 'not_empty' };
const { graph } = openDocument({
  id: 'w',
  name: 'W',
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    { id: 'which', type: 'condition', name: 'Which', config: { cases: [{ id: 'yes', when }] } },
    { id: 'each', type: 'loop', name: 'Each', config: {} },
    { id: 'inner', type: 'transform', name: 'Inner', parentId: 'each', config: {} },
    { id: 'output', type: 'output', name: 'End', config: {} },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'which' },
    { id: 'e2', source: 'which', sourceHandle: 'yes', target: 'each' },
    { id: 'e3', source: 'each', target: 'output' },
    { id: 'e4', source: 'which', sourceHandle: 'gone', target: 'output' },
  ],
});
const words = { handle: (_: unknown, handle: string) => handle, nothing: 'nothing', and: ', ' };
const read = (folded: string[] = []) =>
  outlineLines(graph, new Set(folded), words).map(({ order, name, from, to }) => [order, name, from, to]);

describe('the lines of the outline', () => {
  it('say where each node comes from and leads to, the outputs that lead nowhere and those that are gone', () => {
    expect(read()).toEqual([
      ['1', 'Begin', '', 'Which'],
      ['2', 'Which', 'Begin', 'yes → Each, else → nothing, gone → End'],
      ['3', 'Each', 'Which · yes', 'End'],
      ['3.1', 'Inner', '', 'nothing'],
      ['4', 'End', 'Each, Which · gone', ''],
    ]);
  });

  it('leave the body of a folded loop out', () => {
    expect(read(['each']).map(([order]) => order)).toEqual(['1', '2', '3', '4']);
  });
});
