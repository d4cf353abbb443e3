import { describe, expect, it } from 'vitest';
import { sketch } from '../testing';
import { outlineRows } from './outline-rows';

const loop = { type: 'loop' } as const;
const inside = (parentId: string) => ({ parentId });

describe('the outline of a graph', () => {
  it.each([
    ['reads a chain from its start', 'start>a a>b b>output', {}, '1 start, 2 a, 3 b, 4 output'],
    [
      'reads a branch to the join where it ends, then the next one',
      'start>c c.yes>a a>a2 a2>m c.else>b b>m m>output',
      {},
      '1 start, 2 c, 3 a, 4 a2, 5 b, 6 m, 7 output',
    ],
    [
      'puts the body of a loop behind it, at every depth',
      'start>l l>output i1>i2 k1',
      { l: loop, i1: { ...loop, ...inside('l') }, i2: inside('l'), k1: inside('i1') },
      '1 start, 2 l, 2.1 i1, 2.1.1 k1, 2.2 i2, 3 output',
    ],
    ['keeps what stands alone', 'start>output alone', {}, '1 start, 2 output, 3 alone'],
    ['ends with what stands in a ring', 'a>b b>a start>output', {}, '1 start, 2 output, 3 a, 4 b'],
    [
      'shows loops that hold each other, and nodes of a loop that is gone',
      'start>output x y z',
      { x: { ...loop, ...inside('y') }, y: { ...loop, ...inside('x') }, z: inside('nobody') },
      '1 start, 2 output, 3 x, 4 y, 5 z',
    ],
  ])('%s', (_, text, options, expected) => {
    const rows = outlineRows(sketch(text, options).graph);
    expect(rows.map((row) => `${row.order} ${row.node.id}`).join(', ')).toBe(expected);
  });

  it('says how deep a node stands, at which place of how many, and what leads to it and from it', () => {
    const { graph } = sketch('start>l l>output a>b', { l: loop, a: inside('l'), b: inside('l') });
    const row = outlineRows(graph).find(({ node }) => node.id === 'b');
    expect(row).toMatchObject({ level: 2, position: 2, siblings: 2, hasBody: false });
    expect(row?.incoming.map((edge) => edge.source)).toEqual(['a']);
    expect(row?.outgoing).toEqual([]);
  });

  it('reads ten thousand nodes in one go', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => `n${at}>n${at + 1}`).join(' ');
    expect(outlineRows(sketch(chain).graph)).toHaveLength(10_001);
  });
});
