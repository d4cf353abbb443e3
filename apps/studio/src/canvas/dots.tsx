'use client';

import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import { wholePixels } from './view-layer';

const GAP = 16;
const SIZE = 1.5;
/** Nearer than this to each other, in pixels of the screen, dots would be a grey: every second is left out. */
const LEAST_GAP = 12;

/**
 * The dots of the grid, as the tiles of a background. React Flow's are the pattern of an SVG, which takes a third of
 * what the browser needs to paint cards that move over it; a canvas element would make a layer of each card on it.
 */
export function Dots() {
  const element = useRef<HTMLDivElement>(null);
  const flow = useStoreApi();
  useLayoutEffect(() => {
    const place = () => {
      const [x, y, zoom] = flow.getState().transform;
      const { gap, size } = dotsAt(zoom);
      const style = element.current?.style;
      style?.setProperty('--dot', `${size / 2}px`);
      style?.setProperty('background-size', `${gap}px ${gap}px`);
      // A dot is the middle of its tile, and one is the origin of the graph.
      style?.setProperty(
        'background-position',
        `${(wholePixels(x) % gap) - gap / 2}px ${(wholePixels(y) % gap) - gap / 2}px`,
      );
    };
    place();
    return flow.subscribe(({ transform }, before) => {
      if (transform !== before.transform) place();
    });
  }, [flow]);
  return <div ref={element} className="canvas-dots" />;
}

/** How far apart dots are at a zoom, and how large, in pixels of the screen. */
export function dotsAt(zoom: number): { gap: number; size: number } {
  let gap = GAP * zoom;
  while (gap < LEAST_GAP) gap *= 2;
  return { gap, size: SIZE * Math.max(1, zoom) };
}
