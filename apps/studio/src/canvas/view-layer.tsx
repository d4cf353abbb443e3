'use client';

import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect } from 'react';

/** The nearest place that is whole pixels of the screen. */
export function wholePixels(value: number): number {
  const perPixel = globalThis.devicePixelRatio ?? 1;
  return Math.round(value * perPixel) / perPixel;
}

/**
 * Keeps what stands on the canvas in a layer of its own, which the browser moves as it is when the view is panned,
 * instead of painting it anew. That holds only while the layer stands on whole pixels, where React Flow puts it
 * anywhere; otherwise each step would paint all of it, and more slowly than without a layer. `flat` while cards move in
 * it: a layer that is not opaque takes in no card that stands on its own, and the browser sorts each into one more.
 */
export function ViewLayer({ flat = false }: { flat?: boolean }) {
  const flow = useStoreApi();
  useLayoutEffect(() => {
    const place = () => {
      const { domNode, transform } = flow.getState();
      const [x, y] = transform;
      const left = wholePixels(x) - x;
      const top = wholePixels(y) - y;
      // What has a depth is a layer; without a perspective it is seen nowhere else for that.
      domNode
        ?.querySelector<HTMLElement>('.react-flow__viewport')
        ?.style.setProperty('translate', `${left}px ${top}px ${flat ? 0 : 1}px`);
    };
    place();
    return flow.subscribe(({ transform, domNode }, before) => {
      if (transform !== before.transform || domNode !== before.domNode) place();
    });
  }, [flow, flat]);
  return null;
}
