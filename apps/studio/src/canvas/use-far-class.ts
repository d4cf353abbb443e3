'use client';

import { useStore } from '@xyflow/react';
import { useRef } from 'react';

/** A little beyond each bound before the level changes back, so that it does not flicker at the bound. */
const HYSTERESIS = 0.03;
const BOUNDS = [0.6, 0.3] as const;

/** 0: whole cards; 1: names and signs; 2: blocks on one canvas element. */
export type FarLevel = 0 | 1 | 2;

/** How much detail the zoom leaves room for. */
export function useFarLevel(): FarLevel {
  const level = useRef<FarLevel>(0);
  return useStore(({ transform: [, , zoom] }) => {
    level.current = farLevel(zoom, level.current);
    return level.current;
  });
}

export function farLevel(zoom: number, before: FarLevel): FarLevel {
  const at = BOUNDS.filter((bound, index) => zoom < bound + (before > index ? HYSTERESIS : 0)).length;
  return at as FarLevel;
}

/** As classes on the canvas: cards themselves do not draw again. */
export const FAR_CLASSES: Readonly<Record<FarLevel, string>> = { 0: '', 1: 'far', 2: 'far farther' };
