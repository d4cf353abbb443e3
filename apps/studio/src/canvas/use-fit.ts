'use client';

import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import type { FlowEdge, FlowNode } from './flow-elements';

const LEAST_ZOOM = 0.05;

/**
 * Shows the whole graph. React Flow's own fit knows only nodes it has drawn; ours have their sizes from the start.
 * Cards are never drawn larger than they are.
 */
export function useFit(): (nodes: readonly FlowNode[], duration?: number) => void {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi();
  return useCallback(
    (nodes, duration = 0) => {
      const { width, height } = store.getState();
      const roots = nodes.filter((node) => node.parentId === undefined);
      if (roots.length === 0 || width === 0 || height === 0) return;
      const left = Math.min(...roots.map((node) => node.position.x));
      const top = Math.min(...roots.map((node) => node.position.y));
      const right = Math.max(...roots.map((node) => node.position.x + (node.width ?? 0)));
      const bottom = Math.max(...roots.map((node) => node.position.y + (node.height ?? 0)));
      const bounds = { x: left, y: top, width: right - left, height: bottom - top };
      const padding = { top: '56px', bottom: '56px', left: '40px', right: '48px' } as const;
      void flow.setViewport(getViewportForBounds(bounds, width, height, LEAST_ZOOM, 1, padding), {
        duration,
      });
    },
    [flow, store],
  );
}
