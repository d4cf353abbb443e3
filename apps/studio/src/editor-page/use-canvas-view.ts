'use client';

import {
  absolutePlace,
  type CanvasDocument,
  indexOf,
  nodeSize,
  type Point,
  type Size,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { useReactFlow } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { useFit } from '../canvas/use-fit';
import { viewMove } from '../canvas/view-move';
import { tidyAll } from './editor-actions';
import type { EditorStore } from './editor-store';

/** A card that leaves less than this to the top edge stands under the line about the run. */
const UNDER_RUN_BAR = 44;

export type CanvasView = ReturnType<typeof useCanvasView>;

/** What the canvas shows: brings nodes into view, zooms, and takes the focus. */
export function useCanvasView(store: EditorStore) {
  const flow = useReactFlow();
  const fit = useFit();
  const canvas = useRef<HTMLElement>(null);
  return useMemo(() => {
    /** Brings a node into view, unless it is. */
    const show = (nodeId: string) => {
      const box = boxOnCanvas(store.getState().document, nodeId);
      if (!box) return;
      const { x, y, width, height } = box;
      const corner = flow.flowToScreenPosition({ x, y });
      const far = flow.flowToScreenPosition({ x: x + width, y: y + height });
      const frame = canvas.current?.getBoundingClientRect();
      const inView =
        frame &&
        corner.x > frame.left &&
        far.x < frame.right &&
        corner.y > frame.top + UNDER_RUN_BAR &&
        far.y < frame.bottom;
      if (!inView)
        void flow.setCenter(x + width / 2, y + height / 2, { zoom: flow.getZoom(), ...viewMove() });
    };
    /** Shows these nodes, or all. */
    const fitTo = (only?: ReadonlySet<string>) => {
      const { nodes } = store.flow.getState();
      fit(only ? nodes.filter((node) => only.has(node.id)) : nodes, viewMove().duration);
    };
    return {
      canvas,
      show,
      fit: fitTo,
      zoom(how: 'in' | 'out' | 'reset') {
        if (how === 'in') void flow.zoomIn(viewMove());
        else if (how === 'out') void flow.zoomOut(viewMove());
        else void flow.zoomTo(1, viewMove());
      },
      /** A graph laid out anew stands elsewhere, so it is brought back into view. */
      async tidy() {
        await tidyAll(store);
        if (store.getState().chosen.nodes.size < 2) fitTo();
      },
      /** Where a card put into the middle of the canvas has its corner. */
      centre(): Point {
        const box = canvas.current?.getBoundingClientRect();
        if (!box) return { x: 0, y: 0 };
        return flow.screenToFlowPosition({
          x: box.left + box.width / 2 - 96,
          y: box.top + box.height / 2 - 40,
        });
      },
      /** Gives the focus to the canvas, or to the row of the outline that stands for the selection. */
      focus() {
        const row = canvas.current?.querySelector<HTMLElement>('.outline tr[tabindex="0"]');
        (row ?? canvas.current)?.focus({ preventScroll: true });
      },
    };
  }, [flow, fit, store]);
}

/** Where a node stands on the whole canvas, drawn or not. */
export function boxOnCanvas(document: CanvasDocument, id: string): (Point & Size) | undefined {
  const node = indexOf(document.graph).nodes.get(id);
  return node && { ...absolutePlace(document, id), ...nodeSize(document, nodeDefinitions, node) };
}
