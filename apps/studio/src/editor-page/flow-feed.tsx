'use client';

import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect } from 'react';
import type { FlowEdge, FlowNode } from '../canvas/flow-elements';
import { type FlowState, useEditorStore } from './editor-store';

type Drawing = Pick<FlowState, 'nodes' | 'edges'>;

/** Far away the flow only pans and zooms: one canvas element draws. */
const NOTHING: Drawing = { nodes: [], edges: [] };

/**
 * Hands what is drawn to React Flow's own store as it changes. As properties, each step of a drag would first draw the
 * flow again and only then, in a second round, the cards that moved.
 */
export function FlowFeed({ far }: { far: boolean }) {
  const { flow } = useEditorStore();
  const { getState } = useStoreApi<FlowNode, FlowEdge>();
  useLayoutEffect(() => {
    let drawn: Partial<Drawing> = {};
    const feed = () => {
      const { nodes, edges } = far ? NOTHING : flow.getState();
      const { setNodes, setEdges } = getState();
      if (nodes !== drawn.nodes) setNodes(nodes as FlowNode[]);
      if (edges !== drawn.edges) setEdges(edges as FlowEdge[]);
      drawn = { nodes, edges };
    };
    feed();
    return flow.subscribe(feed);
  }, [far, flow, getState]);
  return null;
}
