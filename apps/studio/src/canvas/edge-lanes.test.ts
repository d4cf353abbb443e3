import { describe, expect, it } from 'vitest';
import { edgeLanes } from './edge-lanes';
import { edgePath } from './edge-path';
import type { FlowEdge, FlowNode } from './flow-elements';

const node = (id: string, x: number, y: number, parentId?: string): FlowNode =>
  ({
    id,
    position: { x, y },
    width: 192,
    height: 80,
    data: {},
    ...(parentId ? { parentId } : {}),
  }) as unknown as FlowNode;
const edge = (source: string, target: string): FlowEdge =>
  ({ id: `${source}>${target}`, source, target, sourceHandle: 'default' }) as FlowEdge;

describe('edgeLanes', () => {
  it('lets neighbours and free rows go straight', () => {
    const nodes = [node('a', 0, 0), node('b', 248, 0), node('c', 744, 300)];
    expect(edgeLanes(nodes, [edge('a', 'b'), edge('b', 'c')]).size).toBe(0);
  });

  it('leads an edge around a card that stands in its row', () => {
    const nodes = [node('a', 0, 0), node('b', 248, 0), node('c', 496, 0)];
    const lane = edgeLanes(nodes, [edge('a', 'c')]).get('a>c');
    expect(lane).toBeDefined();
    const y = 21 + lane!;
    expect(y < 0 || y > 80).toBe(true);
  });

  it('leads back between two rows', () => {
    const nodes = [node('a', 800, 0), node('b', 0, 128)];
    const y = 21 + edgeLanes(nodes, [edge('a', 'b')]).get('a>b')!;
    expect(y).toBeGreaterThan(80);
    expect(y).toBeLessThan(128);
  });

  it('passes over cards of other containers', () => {
    const nodes = [node('a', 0, 0), node('x', 248, 0, 'loop'), node('c', 496, 0)];
    expect(edgeLanes(nodes, [edge('a', 'c')]).size).toBe(0);
  });
});

describe('edgePath', () => {
  it('is a straight line between handles of one height', () => {
    expect(edgePath({ sourceX: 0, sourceY: 20, targetX: 60, targetY: 20 }).path).toBe('M0 20L60 20');
  });

  it('turns just before the target of a long edge, and puts words on the long part', () => {
    const { path, labelY } = edgePath({ sourceX: 0, sourceY: 0, targetX: 600, targetY: 100 });
    expect(path).toContain('L562 0');
    expect(labelY).toBe(0);
  });

  it('runs at its lane, counted from the source', () => {
    expect(edgePath({ sourceX: 500, sourceY: 20, targetX: 0, targetY: 200 }, 80).labelY).toBe(100);
  });
});
