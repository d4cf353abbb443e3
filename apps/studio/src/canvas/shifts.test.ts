import { describe, expect, it } from 'vitest';
import type { FlowNode } from './flow-elements';
import { shiftsBetween } from './shifts';

const node = (id: string, x: number, y: number, more: Partial<FlowNode> = {}): FlowNode =>
  ({ id, type: 'card', position: { x, y }, data: SOURCE, ...more }) as FlowNode;
const SOURCE = { source: { id: 'a', type: 'code', name: 'A', config: {} } } as FlowNode['data'];

const STILL = node('still', 0, 0);
const BEFORE = [STILL, node('loop', 10, 20), node('body', 30, 30, { parentId: 'loop' })];
const [, LOOP, BODY] = BEFORE as [FlowNode, FlowNode, FlowNode];

describe('shiftsBetween', () => {
  it.each<[string, FlowNode[], Record<string, { x: number; y: number }>]>([
    ['nothing moved', BEFORE, {}],
    [
      'a node moved by itself',
      [STILL, LOOP, { ...BODY, position: { x: 38, y: 30 } }],
      { body: { x: 8, y: 0 } },
    ],
    [
      'a loop takes along what stands in it',
      [STILL, { ...LOOP, position: { x: 2, y: 36 } }, BODY],
      { loop: { x: -8, y: 16 }, body: { x: -8, y: 16 } },
    ],
    [
      'both moved, and their ways add up',
      [STILL, { ...LOOP, position: { x: 18, y: 20 } }, { ...BODY, position: { x: 30, y: 38 } }],
      { loop: { x: 8, y: 0 }, body: { x: 8, y: 8 } },
    ],
    ['a node is another object in the same place', [{ ...STILL }, LOOP, BODY], {}],
  ])('%s', (_, now, shifts) => {
    expect(Object.fromEntries(shiftsBetween(BEFORE, now) ?? [])).toEqual(shifts);
  });

  it.each<[string, FlowNode[]]>([
    ['a node more', [...BEFORE, node('new', 0, 0)]],
    ['a node less', [STILL, LOOP]],
    ['another node', [node('other', 0, 0), LOOP, BODY]],
    ['another order', [LOOP, STILL, BODY]],
    ['a choice', [{ ...STILL, selected: true }, LOOP, BODY]],
    ['another size', [STILL, { ...LOOP, width: 500 }, BODY]],
    ['other settings', [{ ...STILL, data: { ...STILL.data } }, LOOP, BODY]],
    ['another loop around it', [STILL, LOOP, node('body', 30, 30)]],
    ['a hand that takes it', [{ ...STILL, dragging: true }, LOOP, BODY]],
  ])('says nothing of %s, which is more than a move', (_, now) => {
    expect(shiftsBetween(BEFORE, now)).toBeUndefined();
  });
});
