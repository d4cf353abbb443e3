'use client';

import { useStoreApi } from '@xyflow/react';
import { useContext, useLayoutEffect } from 'react';
import type { FlowEdge, FlowNode } from '../canvas/flow-elements';
import { NO_SHIFTS, type Shifts, ShiftsContext, shiftsBetween } from '../canvas/shifts';
import { type FlowState, useEditorStore } from './editor-store';

/** Far away the flow only pans and zooms: one canvas element draws. */
const NOTHING: FlowState = { nodes: [], edges: [], dragging: false };

/** Further than this, on the screen, React Flow hears of a drag under way: it mounts what comes into view. */
const FAR_SHIFT = 128;

/**
 * Hands what is drawn to React Flow's own store as it changes. As properties, each step of a drag would first draw the
 * flow again and only then, in a second round, the cards that moved. Most steps of a drag only shift what is mounted.
 */
export function FlowFeed({ far }: { far: boolean }) {
  const { flow } = useEditorStore();
  const shifts = useContext(ShiftsContext);
  const { getState, subscribe } = useStoreApi<FlowNode, FlowEdge>();
  useLayoutEffect(() => {
    let fed: Partial<FlowState> = {};
    const feed = () => {
      const drawn = far ? NOTHING : flow.getState();
      const { setNodes, setEdges } = getState();
      if (drawn.nodes !== fed.nodes) setNodes(drawn.nodes as FlowNode[]);
      if (drawn.edges !== fed.edges) setEdges(drawn.edges as FlowEdge[]);
      fed = drawn;
      shifts.setState(NO_SHIFTS, true);
    };
    const follow = () => {
      const { nodes, edges, dragging } = flow.getState();
      const moved = dragging && !far && edges === fed.edges && shiftsBetween(fed.nodes ?? [], nodes);
      if (moved && longest(moved) * getState().transform[2] < FAR_SHIFT) shifts.setState(moved, true);
      else feed();
    };
    feed();
    const stops = [
      flow.subscribe(follow),
      // The view moves along when a card is held at its border.
      subscribe(({ transform }, before) => {
        if (transform !== before.transform && shifts.getState().size > 0) feed();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      shifts.setState(NO_SHIFTS, true);
    };
  }, [far, flow, getState, shifts, subscribe]);
  return null;
}

function longest(shifts: Shifts): number {
  let most = 0;
  for (const { x, y } of shifts.values()) most = Math.max(most, Math.abs(x), Math.abs(y));
  return most;
}
