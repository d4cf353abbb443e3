'use client';

import { type PointerEvent, useRef } from 'react';

/** Props of a border that is dragged: panels at the right and bottom grow as it moves left and up. */
export function useResize(
  axis: 'x' | 'y',
  size: number | undefined,
  [least, most]: readonly [number, number],
  onChange: (size: number) => void,
) {
  const start = useRef<{ at: number; size: number }>(undefined);
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      const panel = event.currentTarget.nextElementSibling;
      const now = size ?? (axis === 'x' ? panel?.clientWidth : panel?.clientHeight) ?? least;
      start.current = { at: place(event), size: now };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!start.current) return;
      const next = start.current.size - (place(event) - start.current.at);
      onChange(Math.round(Math.min(most, Math.max(least, next))));
    },
    onPointerUp() {
      start.current = undefined;
    },
  };
}
