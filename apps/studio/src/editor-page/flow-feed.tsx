'use client';

import type { Size } from '@weftwork/editor';
import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useContext, useLayoutEffect } from 'react';
import type { FlowEdge, FlowNode } from '../canvas/flow-elements';
import { NO_SHIFTS, type Shifts, ShiftsContext, shiftsBetween } from '../canvas/shifts';
import { type FlowState, useEditorStore } from './editor-store';

/** Far away the flow only pans and zooms: one canvas element draws. */
const NOTHING: FlowState = { nodes: [], edges: [], dragging: false };

/** Further than this, on the screen, React Flow hears of a drag under way: it mounts the edges that come into view. */
const FAR_SHIFT = 128;

/**
 * Hands what is drawn to React Flow's own store as it changes. As properties, each step of a drag would first draw the
 * flow again and only then, in a second round, the cards that moved. Most steps of a drag only shift what is mounted.
 */
export function FlowFeed({ far }: { far: boolean }) {
  const { flow } = useEditorStore();
  const shifts = useContext(ShiftsContext);
  const { getState, setState, subscribe } = useStoreApi<FlowNode, FlowEdge>();
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
      // A drag that React Flow breaks off would have it move the view along for ever.
      if (getState().autoPanOnNodeDrag !== dragging) setState({ autoPanOnNodeDrag: dragging });
      const moved = dragging && !far && edges === fed.edges && shiftsBetween(fed.nodes ?? [], nodes);
      if (moved && isShown(moved, getState())) shifts.setState(moved, true);
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
  }, [far, flow, getState, setState, shifts, subscribe]);
  return null;
}

type View = Pick<ReactFlowState<FlowNode, FlowEdge>, 'nodeLookup' | 'transform' | 'width' | 'height'>;

/** Whether shifts alone show a drag: they are short, and bring no card into view that is not mounted. */
function isShown(shifts: Shifts, { nodeLookup, transform: [left, top, zoom], width, height }: View): boolean {
  const isSeen = (x: number, y: number, box: Partial<Size>) =>
    left + (x + (box.width ?? 0)) * zoom > 0 &&
    top + (y + (box.height ?? 0)) * zoom > 0 &&
    left + x * zoom < width &&
    top + y * zoom < height;
  for (const [id, by] of shifts) {
    if (Math.max(Math.abs(by.x), Math.abs(by.y)) * zoom >= FAR_SHIFT) return false;
    const node = nodeLookup.get(id);
    if (!node) continue;
    const { x, y } = node.internals.positionAbsolute;
    if (!isSeen(x, y, node) && isSeen(x + by.x, y + by.y, node)) return false;
  }
  return true;
}
