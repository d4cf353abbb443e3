import { diffGraphs } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { describe, expect, it } from 'vitest';
import type { WorkflowGraph } from '../api/types';
import { diffPicture } from './diff-picture';
import { CARD, type Place, picturePlaces } from './picture-places';

/** `"a>b l/c"`: edges, and `c` inside the loop `l`. */
function graph(text: string): WorkflowGraph {
  const nodes = new Map<string, object>();
  const edges: object[] = [];
  const node = (name: string) => {
    const [id, parentId] = name.split('/').reverse() as [string, string | undefined];
    const type = text.includes(`${id}/`) ? 'loop' : 'transform';
    if (!nodes.has(id)) nodes.set(id, { id, type, name: id, config: {}, ...(parentId ? { parentId } : {}) });
    return id;
  };
  for (const word of text.split(' ')) {
    const [source, target] = word.split('>').map(node);
    if (target !== undefined) edges.push({ id: `${source}-${target}`, source, target });
  }
  return { nodes: [...nodes.values()], edges } as unknown as WorkflowGraph;
}

const picture = (before: string, after: string) =>
  diffPicture(graph(after), diffGraphs(graph(before), graph(after), nodeDefinitions));

const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the picture of two graphs', () => {
  it('holds what is there and what is gone, each with its kind', () => {
    const { nodes, edges } = picture('a>b b>c', 'a>d d>c');
    expect(nodes.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'a same',
      'd added',
      'c same',
      'b removed',
    ]);
    expect(edges.map(({ source, target, kind }) => `${source}>${target} ${kind}`)).toEqual([
      'a>d added',
      'd>c added',
      'a>b removed',
      'b>c removed',
    ]);
  });

  it('draws of a large graph only what changed and what stands beside it', () => {
    const chain = Array.from({ length: 300 }, (_, at) => `n${at}>n${at + 1}`);
    const { nodes, leftOut } = picture(chain.join(' '), [...chain, 'n150>new'].join(' '));
    expect(nodes.map(({ id }) => id)).toEqual(['n150', 'new']);
    expect(leftOut).toBe(300);
  });
});

describe('picturePlaces', () => {
  it('puts no card on another, breaks chains into rows and keeps within the width', () => {
    const chain = Array.from({ length: 14 }, (_, at) => `n${at}>n${at + 1}`).join(' ');
    const { nodes, edges, leftOut } = picture(chain, `${chain} n3>x n3>y x>n9`);
    const { places, width, height, lanes } = picturePlaces({ nodes, edges, leftOut }, 700);
    const all = [...places.values()];
    expect(all).toHaveLength(nodes.length);
    all.forEach((place, at) => {
      expect(all.slice(at + 1).some((other) => overlap(place, other))).toBe(false);
      expect(place.x + place.width).toBeLessThanOrEqual(width);
      expect(place.y + place.height).toBeLessThanOrEqual(height);
    });
    expect(width).toBeLessThanOrEqual(700);
    expect(new Set(all.map(({ y }) => y)).size).toBeGreaterThan(2);
    expect(lanes.size).toBeGreaterThan(0); // edges to the next row go around
  });

  it('gives a loop the room of its body, however deep', () => {
    const { places } = picturePlaces(picture('a>l', 'a>l l/b>l/c l/m m/d>m/e'), 900);
    const inside = (inner: string, outer: string) => {
      const [a, b] = [places.get(inner)!, places.get(outer)!];
      return a.x >= b.x && a.y > b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;
    };
    expect(inside('b', 'l') && inside('c', 'l') && inside('m', 'l') && inside('d', 'm')).toBe(true);
    expect(places.get('l')!.height).toBeGreaterThan(CARD.height * 2);
    expect(overlap(places.get('b')!, places.get('m')!)).toBe(false);
  });

  it('bears a draft with a cycle', () => {
    expect(picturePlaces(picture('a', 'a>b b>a b>c'), 400).places.size).toBe(3);
  });
});
