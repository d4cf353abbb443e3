'use client';

import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import type { FlowEdge, FlowNode } from './flow-elements';
import { type Bounds, MARGIN, NAMES_ZOOM, readableViewport } from './readable-viewport';

const LEAST_ZOOM = 0.05;

/** What is kept free around the graph: above it the line about the run, below it the zoom row. */
const ROOM = { editor: { top: 56, bottom: 56, left: 40, right: 48 }, reading: MARGIN } as const;

/**
 * Shows the whole graph. React Flow's own fit knows only nodes it has drawn; ours have their sizes from the start.
 * Cards are never drawn larger than they are. With `around` a graph that would be too small to tell its names is shown
 * in part, near enough to be read, with that node in view.
 */
export function useFit(
  where: keyof typeof ROOM = 'editor',
): (nodes: readonly FlowNode[], duration?: number, around?: string) => void {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi();
  return useCallback(
    (nodes, duration = 0, around) => {
      const { width, height } = store.getState();
      const roots = nodes.filter((node) => node.parentId === undefined);
      if (roots.length === 0 || width === 0 || height === 0) return;
      const left = Math.min(...roots.map((node) => node.position.x));
      const top = Math.min(...roots.map((node) => node.position.y));
      const right = Math.max(...roots.map((node) => node.position.x + (node.width ?? 0)));
      const bottom = Math.max(...roots.map((node) => node.position.y + (node.height ?? 0)));
      const bounds = { x: left, y: top, width: right - left, height: bottom - top };
      const { top: above, bottom: below, left: before, right: after } = ROOM[where];
      const padding = {
        top: `${above}px`,
        bottom: `${below}px`,
        left: `${before}px`,
        right: `${after}px`,
      } as const;
      const whole = getViewportForBounds(bounds, width, height, LEAST_ZOOM, 1, padding);
      const near = around === undefined || whole.zoom >= NAMES_ZOOM ? undefined : boxOf(nodes, around);
      void flow.setViewport(near ? readableViewport(bounds, near, { width, height }) : whole, { duration });
    },
    [flow, store, where],
  );
}

/** A node with its place on the whole canvas. */
function boxOf(nodes: readonly FlowNode[], id: string): Bounds | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const node = byId.get(id);
  if (!node) return undefined;
  let { x, y } = node.position;
  for (let parent = byId.get(node.parentId ?? ''); parent; parent = byId.get(parent.parentId ?? '')) {
    x += parent.position.x;
    y += parent.position.y;
  }
  return { x, y, width: node.width ?? 0, height: node.height ?? 0 };
}
