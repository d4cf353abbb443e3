'use client';

import { useStore } from '@xyflow/react';
import { useRef } from 'react';

/** A little beyond each bound before the class changes back, so that it does not flicker at the bound. */
const HYSTERESIS = 0.03;
const BOUNDS = [0.6, 0.3] as const;
const CLASSES = ['', 'far', 'far farther'] as const;

/** How much detail the zoom leaves room for, as classes on the canvas: cards themselves do not draw again. */
export function useFarClass(): string {
  const level = useRef(0);
  return useStore(({ transform: [, , zoom] }) => {
    const at = BOUNDS.filter(
      (bound, index) => zoom < bound + (level.current > index ? HYSTERESIS : 0),
    ).length;
    level.current = at;
    return CLASSES[at] ?? '';
  });
}
