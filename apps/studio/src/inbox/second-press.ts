'use client';

import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** A press this soon after was meant for what stood there before. */
const SECOND_PRESS_MS = 700;

/**
 * Keeps the second press of a double click from what has moved under the pointer meanwhile: the handler, put on what
 * holds the buttons, drops presses right after `place` changed. Keys press what has the focus and are let through.
 */
export function useNoSecondPress(place: string): (event: MouseEvent) => void {
  const before = useRef(place);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (before.current !== place && before.current !== '') movedAt.current = Date.now();
    before.current = place;
  }, [place]);
  return (event) => {
    if (event.detail === 0 || Date.now() - movedAt.current >= SECOND_PRESS_MS) return;
    if (!(event.target as Element).closest('.act')) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
