'use client';

import { GripVertical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type PointerEvent, useRef, useState } from 'react';

export interface Reorder {
  /** For the element around each item. */
  readonly item: (index: number) => { 'data-reorder-item': ''; 'data-dragged': true | undefined };
  readonly grip: (index: number) => GripProps;
  /** The list itself. */
  readonly list: { readonly 'data-reorder': '' };
}

interface GripProps {
  readonly index: number;
  readonly count: number;
  readonly onDrag: (event: PointerEvent<HTMLButtonElement>, index: number) => void;
  readonly onStep: (grip: HTMLElement, index: number, by: number) => void;
}

/**
 * Lets the items of a list be put into another order: dragged by their grips, or moved with the arrow keys while a grip
 * has the focus. Items are told apart by their place, so it is the content that moves and the elements stay.
 */
export function useReorder(
  count: number,
  onMove: (from: number, to: number) => void,
  onEnd: () => void,
): Reorder {
  const [dragged, setDragged] = useState<number>();
  const latest = useRef({ onMove, onEnd });
  latest.current = { onMove, onEnd };
  const onDrag = (event: PointerEvent<HTMLButtonElement>, start: number) => {
    if (event.button !== 0) return;
    const grip = event.currentTarget;
    let at = start;
    setDragged(at);
    const move = (now: globalThis.PointerEvent) => {
      const to = placeOf(itemsAround(grip), now.clientY, at);
      if (to === at) return;
      latest.current.onMove(at, to);
      at = to;
      setDragged(at);
    };
    const stop = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', stop);
      removeEventListener('pointercancel', stop);
      setDragged(undefined);
      latest.current.onEnd();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', stop);
    addEventListener('pointercancel', stop);
  };
  const onStep = (grip: HTMLElement, index: number, by: number) => {
    const to = index + by;
    if (to < 0 || to >= count) return;
    onMove(index, to);
    onEnd();
    itemsAround(grip)[to]?.querySelector<HTMLElement>('[data-grip]')?.focus();
  };
  return {
    list: { 'data-reorder': '' },
    item: (index) => ({ 'data-reorder-item': '', 'data-dragged': dragged === index || undefined }),
    grip: (index) => ({ index, count, onDrag, onStep }),
  };
}

/** The items of the nearest list, without those of lists inside them. */
function itemsAround(grip: HTMLElement): HTMLElement[] {
  const list = grip.closest('[data-reorder]');
  return [...(list?.querySelectorAll<HTMLElement>('[data-reorder-item]') ?? [])].filter(
    (item) => item.parentElement?.closest('[data-reorder]') === list,
  );
}

/** Past the middle of a neighbour the dragged item changes places with it, so that tall neighbours do not flicker. */
function placeOf(items: readonly HTMLElement[], y: number, at: number): number {
  const middle = (index: number) => {
    const box = items[index]?.getBoundingClientRect();
    return box && box.top + box.height / 2;
  };
  let place = at;
  for (let next = middle(place + 1); next !== undefined && y > next; next = middle(place + 1)) place += 1;
  for (let last = middle(place - 1); last !== undefined && y < last; last = middle(place - 1)) place -= 1;
  return place;
}

/** Where an item is taken hold of. */
export function Grip({ name, index, count, onDrag, onStep }: GripProps & { name: string }) {
  const t = useTranslations('inspector');
  return (
    <button
      type="button"
      className="grip"
      data-grip
      title={t('reorder.about')}
      aria-label={t('reorder.grip', { name, place: index + 1, count })}
      onPointerDown={(event) => onDrag(event, index)}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
        if (by === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onStep(event.currentTarget, index, by);
      }}
    >
      <GripVertical className="i" aria-hidden />
    </button>
  );
}
