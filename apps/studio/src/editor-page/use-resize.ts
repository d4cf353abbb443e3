'use client';

import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';

/** How far one press of an arrow key moves a border. */
const STEP = 16;

/**
 * Props of a border that the pointer drags and the arrow keys move, Home and End as far as it goes. The panel stands
 * behind it, at the right or at the bottom, and grows as the border moves left or up.
 */
export function useResize(
  axis: 'x' | 'y',
  size: number | undefined,
  [least, most]: readonly [number, number],
  onChange: (size: number) => void,
) {
  const start = useRef<{ at: number; size: number }>(undefined);
  /** As large as the style sheet makes the panel, while nobody chose a size. */
  const [byDefault, setByDefault] = useState(least);
  const measure = useCallback(
    (border: HTMLDivElement | null) => {
      if (border) setByDefault(sizeBehind(border, axis));
    },
    [axis],
  );
  const resize = (next: number) => onChange(Math.round(Math.min(most, Math.max(least, next))));
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const [grow, shrink] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return {
    ref: measure,
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': axis === 'x' ? ('vertical' as const) : ('horizontal' as const),
    'aria-valuenow': size ?? byDefault,
    'aria-valuemin': least,
    'aria-valuemax': most,
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      const now = sizeBehind(event.currentTarget, axis);
      const next = { [grow]: now + STEP, [shrink]: now - STEP, Home: least, End: most }[event.key];
      if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      resize(next);
    },
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      start.current = { at: place(event), size: sizeBehind(event.currentTarget, axis) };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (start.current) resize(start.current.size - (place(event) - start.current.at));
    },
    onPointerUp() {
      start.current = undefined;
    },
  };
}

function sizeBehind(border: Element, axis: 'x' | 'y'): number {
  const box = border.nextElementSibling?.getBoundingClientRect();
  return Math.round((axis === 'x' ? box?.width : box?.height) ?? 0);
}
