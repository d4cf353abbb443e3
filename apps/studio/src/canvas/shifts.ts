'use client';

import type { Point } from '@weftwork/editor';
import { createContext, type RefObject, useContext, useLayoutEffect } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowNode } from './flow-elements';

/** By node: how far it is shown from the place where React Flow holds it. Nodes that stand there are not in it. */
export type Shifts = ReadonlyMap<string, Point>;

export const NO_SHIFTS: Shifts = new Map();

/**
 * While a hand drags, cards and edges follow it by this and React Flow hears of their places now and then: each of its
 * steps asks every card, handle and edge that is mounted, whatever moved.
 */
export const ShiftsContext = createContext<StoreApi<Shifts>>(createStore(() => NO_SHIFTS));

/**
 * How far nodes moved between two drawings, with what stands in them; undefined when anything else of them changed.
 * Expects loops before what stands in them.
 */
export function shiftsBetween(before: readonly FlowNode[], now: readonly FlowNode[]): Shifts | undefined {
  if (before.length !== now.length) return undefined;
  const shifts = new Map<string, Point>();
  for (const [index, node] of now.entries()) {
    const old = before[index]!;
    if (node !== old && !differOnlyInPlace(old, node)) return undefined;
    const parent = node.parentId === undefined ? undefined : shifts.get(node.parentId);
    const x = node.position.x - old.position.x + (parent?.x ?? 0);
    const y = node.position.y - old.position.y + (parent?.y ?? 0);
    if (x !== 0 || y !== 0) shifts.set(node.id, { x, y });
  }
  return shifts;
}

function differOnlyInPlace(a: FlowNode, b: FlowNode): boolean {
  return (
    a.id === b.id &&
    a.parentId === b.parentId &&
    a.data === b.data &&
    a.selected === b.selected &&
    a.dragging === b.dragging &&
    a.width === b.width &&
    a.height === b.height &&
    a.handles === b.handles
  );
}

/**
 * Shows a card where its node is dragged to. React Flow's element around it is moved, which has nothing else to be
 * worked out anew: no transitions, no ring.
 */
export function useShifted(card: RefObject<HTMLElement | null>, nodeId: string): void {
  const shifts = useContext(ShiftsContext);
  useLayoutEffect(() => {
    let shown: Point | undefined;
    const show = () => {
      const shift = shifts.getState().get(nodeId);
      if (shift === shown) return;
      shown = shift;
      card.current?.parentElement?.style.setProperty('translate', shift ? `${shift.x}px ${shift.y}px` : '');
    };
    show();
    return shifts.subscribe(show);
  }, [card, nodeId, shifts]);
}
