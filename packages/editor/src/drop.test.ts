import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolutePlace,
  applyDiff,
  type CanvasDocument,
  canConnect,
  drop,
  indexOf,
  makeRoom,
  nodeSize,
  type Point,
  refusalsOf,
  wrapInLoop,
} from './index';
import { edgesText, sketch } from './testing';

const boxOf = (document: CanvasDocument, id: string) => {
  const node = indexOf(document.graph).nodes.get(id)!;
  return { ...absolutePlace(document, id), ...nodeSize(document, definitions, node) };
};

function overlap(document: CanvasDocument, a: string, b: string): boolean {
  const [one, other] = [boxOf(document, a), boxOf(document, b)];
  return (
    one.x < other.x + other.width &&
    one.x + one.width > other.x &&
    one.y < other.y + other.height &&
    one.y + one.height > other.y
  );
}

const letGo = (
  document: CanvasDocument,
  places: Record<string, Point>,
  into: string | undefined,
  more: { edgeId?: string; cut?: boolean } = {},
) => {
  const next = applyDiff(document, drop(document, definitions, { places, into, ...more }));
  return makeRoom(document, next, definitions);
};
const parentOf = (document: CanvasDocument, id: string) => indexOf(document.graph).nodes.get(id)?.parentId;

/** Two loops, one in the other, with a node in each, one free node, and a chain around them. */
const nested = () => {
  const document = sketch('start>outer outer>output a>b', {
    outer: { type: 'loop' },
    inner: { type: 'loop', parentId: 'outer' },
    a: { parentId: 'inner' },
    b: { parentId: 'inner' },
    free: {},
  });
  const nodes = {
    start: { x: 0, y: 0 },
    outer: { x: 200, y: 0 },
    inner: { x: 40, y: 80 },
    a: { x: 40, y: 80 },
    b: { x: 288, y: 80 },
    output: { x: 1000, y: 0 },
    free: { x: 0, y: 600 },
  };
  return { ...document, layout: { nodes } };
};

describe('letting nodes go', () => {
  it('over a loop puts them into it, and the loops around grow in steps of 8 and push their neighbours', () => {
    const before = nested();
    const after = letGo(before, { free: { x: 900, y: 420 } }, 'inner');
    expect(parentOf(after, 'free')).toBe('inner');
    const [inner, outer] = [boxOf(after, 'inner'), boxOf(after, 'outer')];
    const free = boxOf(after, 'free');
    expect(free.x + free.width).toBeLessThan(inner.x + inner.width);
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height);
    expect([inner.width % 8, inner.height % 8, outer.width % 8]).toEqual([0, 0, 0]);
    expect(boxOf(after, 'output').x).toBeGreaterThan(boxOf(before, 'output').x);
    expect(overlap(after, 'outer', 'output')).toBe(false);
  });

  it('on another in a loop makes them step aside', () => {
    const after = letGo(nested(), { free: { x: 300, y: 170 } }, 'inner');
    expect(overlap(after, 'free', 'a')).toBe(false);
    expect(overlap(after, 'free', 'b')).toBe(false);
    expect(after.layout.nodes.free!.y).toBeGreaterThanOrEqual(80);
  });

  it('puts a whole loop into another, but never into itself', () => {
    const before = sketch('', { l: { type: 'loop' }, m: { type: 'loop' }, x: { parentId: 'm' } });
    const inside = letGo(before, { m: { x: 60, y: 100 } }, 'l');
    expect([parentOf(inside, 'm'), parentOf(inside, 'x')]).toEqual(['l', 'm']);
    expect(parentOf(letGo(inside, { l: { x: 0, y: 0 } }, 'm'), 'l')).toBeUndefined();
  });

  it('keeps connected ones where their edges are, unless they are told to cut them', () => {
    const before = nested();
    const away = { b: { x: 1500, y: 700 } };
    expect(parentOf(letGo(before, away, undefined), 'b')).toBe('inner');
    const cut = letGo(before, away, undefined, { cut: true });
    expect(parentOf(cut, 'b')).toBeUndefined();
    expect(edgesText(cut)).toBe('start>outer outer>output');
    const both = letGo(before, { a: { x: 1500, y: 700 }, ...away }, undefined);
    expect(parentOf(both, 'a')).toBeUndefined();
    expect(edgesText(both)).toContain('a>b');
  });

  it('never puts the start of a run into a loop', () => {
    const before = sketch('start', { l: { type: 'loop' } });
    expect(parentOf(letGo(before, { start: { x: 60, y: 100 } }, 'l'), 'start')).toBeUndefined();
  });

  it('on an edge puts one into it, in its middle or with its target moved on', () => {
    const before = sketch('start>a a>b', { free: {} });
    const after = letGo(before, { free: { x: 100, y: 10 } }, undefined, { edgeId: 'e1' });
    expect(edgesText(after)).toBe('start>free a>b free>a');
    for (const other of ['start', 'a', 'b']) expect(overlap(after, 'free', other)).toBe(false);
    const connected = letGo(before, { b: { x: 100, y: 10 } }, undefined, { edgeId: 'e1' });
    expect(edgesText(connected)).toBe('start>a a>b');
  });

  it('never leaves what was let go on anything beside it', () => {
    const place = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 500 }) });
    fc.assert(
      fc.property(place, fc.constantFrom(undefined, 'outer', 'inner'), (at, into) => {
        const after = letGo(nested(), { free: at }, into);
        const siblings = indexOf(after.graph).children.get(parentOf(after, 'free') ?? '') ?? [];
        return siblings.every(({ id }) => id === 'free' || !overlap(after, 'free', id));
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

describe('putting a loop around nodes', () => {
  it('leads what led to them to the loop, and what they led to on from it', () => {
    const before = sketch('start>a start>b a>b b>output', { free: {} });
    const { diff, id } = wrapInLoop(before, definitions, ['a', 'b'], { type: 'loop', name: 'Loop' });
    const after = makeRoom(before, applyDiff(before, diff), definitions);
    expect(edgesText(after)).toBe('start>loop a>b loop>output');
    expect([parentOf(after, 'a'), parentOf(after, 'b'), parentOf(after, id)]).toEqual([id, id, undefined]);
    expect(absolutePlace(after, 'b').x - absolutePlace(after, 'a').x).toBe(240);
    for (const other of ['start', 'output', 'free']) expect(overlap(after, id, other)).toBe(false);
  });

  it('leaves out what may not stand in one', () => {
    const before = sketch('start>a');
    const { diff } = wrapInLoop(before, definitions, ['start', 'a'], { type: 'loop', name: 'Loop' });
    expect(applyDiff(before, diff)).toBe(before);
  });
});

it('tells of every node why an edge may not end there, as for each alone', () => {
  const document = nested();
  for (const { id } of document.graph.nodes) {
    const refusals = refusalsOf(document, definitions, { nodeId: id });
    for (const { id: target } of document.graph.nodes) {
      const answer = canConnect(document, definitions, { nodeId: id }, { nodeId: target });
      if (!answer.ok && answer.reason === 'unknown_handle') continue;
      expect([id, target, refusals.get(target)]).toEqual([id, target, answer.ok ? undefined : answer.reason]);
    }
  }
});
