'use client';

import { type Point, rootsOf } from '@weftwork/editor';
import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useMemo, useRef } from 'react';
import { boxAt, boxesIn, sceneOf } from '../canvas/far/far-scene';
import type { FlowNode } from '../canvas/flow-elements';
import type { EditorStore } from './editor-store';

export interface FarGestureOptions {
  /** Whether cards are drawn on the one canvas now, so that nothing else hears of the pointer. */
  readonly far: boolean;
  readonly store: EditorStore;
  readonly onOpenNode: (id: string) => void;
  /** With the nodes that were let go; with none when the drag was broken off. */
  readonly onMoved: (moved: readonly FlowNode[]) => void;
}

interface Drag {
  readonly pointerId: number;
  readonly pressed: Point;
  /** What was pressed, on the canvas: the view may move along. */
  readonly from: Point;
  readonly id: string;
  readonly places: ReadonlyMap<string, Point>;
  moved: boolean;
}

const GRID = 8;
/** Less than this is a click. */
const SLACK = 3;

/**
 * Far away there are no cards that could be pressed: this finds them under the pointer. The mouse chooses and drags; a
 * finger chooses by a tap and otherwise moves the view, as it does between cards.
 */
export function useFarGestures({ far, store, onOpenNode, onMoved }: FarGestureOptions) {
  const { screenToFlowPosition } = useReactFlow();
  const flow = useStoreApi();
  const drag = useRef<Drag>(undefined);
  const latest = useRef({ onOpenNode, onMoved });
  latest.current = { onOpenNode, onMoved };

  // A box is drawn by the flow, which knows no nodes now: what is in it is found here.
  useEffect(() => {
    if (!far) return undefined;
    return flow.subscribe(({ userSelectionRect: box, transform: [dx, dy, zoom] }, before) => {
      if (!box || box === before.userSelectionRect) return;
      const rect = {
        x: (box.x - dx) / zoom,
        y: (box.y - dy) / zoom,
        width: box.width / zoom,
        height: box.height / zoom,
      };
      store.getState().choose(boxesIn(sceneOf(store.flow.getState().nodes), rect).map(({ id }) => id));
    });
  }, [far, flow, store]);

  return useMemo(() => {
    if (!far) return {};
    const placeOf = (event: { clientX: number; clientY: number }) =>
      screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
    const hit = (event: { clientX: number; clientY: number }) =>
      boxAt(sceneOf(store.flow.getState().nodes), placeOf(event));
    /** Only what is on the pane: buttons and panels over it keep their clicks. */
    const onPane = (event: SyntheticEvent) =>
      event.target instanceof Element && event.target.closest('.react-flow__pane') !== null;

    const choose = (id: string, add: boolean) => {
      const { chosen, choose } = store.getState();
      if (!add) {
        choose([id]);
        return;
      }
      const next = new Set(chosen.nodes);
      if (!next.delete(id)) next.add(id);
      choose(next, chosen.edges);
    };

    const moveTo = (event: PointerEvent, { from, places }: Drag) => {
      const at = placeOf(event);
      const by = { x: snap(at.x - from.x), y: snap(at.y - from.y) };
      const { nodes } = store.flow.getState();
      store.flow.setState({
        nodes: nodes.map((node) => {
          const stood = places.get(node.id);
          return stood ? { ...node, position: { x: stood.x + by.x, y: stood.y + by.y } } : node;
        }),
      });
    };

    /** The drag under way, unless Escape has ended it while the hand goes on. */
    const held = () => {
      if (!store.flow.getState().dragging) drag.current = undefined;
      return drag.current;
    };

    const stopFlow = (event: SyntheticEvent) => {
      if (drag.current) event.stopPropagation();
    };

    return {
      onPointerDownCapture(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || event.shiftKey || event.pointerType === 'touch' || !onPane(event)) return;
        const box = hit(event);
        if (!box) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        store.flow.setState({ dragging: true });
        const add = event.ctrlKey || event.metaKey;
        if (add || !box.selected) choose(box.id, add);
        const { chosen, document } = store.getState();
        const roots = new Set(rootsOf(document, [...chosen.nodes]));
        const places = new Map(
          store.flow
            .getState()
            .nodes.flatMap((node) => (roots.has(node.id) ? [[node.id, node.position]] : [])),
        );
        drag.current = {
          pointerId: event.pointerId,
          pressed: { x: event.clientX, y: event.clientY },
          from: placeOf(event),
          id: box.id,
          places,
          moved: false,
        };
      },
      onMouseDownCapture: stopFlow,
      onPointerMoveCapture(event: PointerEvent<HTMLElement>) {
        const now = held();
        if (!now) {
          if (event.buttons === 0 && onPane(event)) {
            const box = hit(event);
            const name = box
              ? (sceneOf(store.flow.getState().nodes).nodes.get(box.id)?.data.source.name ?? '')
              : '';
            if (event.currentTarget.title !== name) event.currentTarget.title = name;
          }
          return;
        }
        if (event.pointerId !== now.pointerId) return;
        event.stopPropagation();
        const far = Math.hypot(event.clientX - now.pressed.x, event.clientY - now.pressed.y);
        if (!now.moved && far < SLACK) return;
        now.moved = true;
        moveTo(event, now);
      },
      onPointerUpCapture(event: PointerEvent<HTMLElement>) {
        const now = held();
        if (!now || event.pointerId !== now.pointerId) return;
        event.stopPropagation();
        drag.current = undefined;
        store.flow.setState({ dragging: false });
        if (now.moved) {
          latest.current.onMoved(store.flow.getState().nodes.filter((node) => now.places.has(node.id)));
        } else if (!event.ctrlKey && !event.metaKey) choose(now.id, false);
      },
      onPointerCancelCapture() {
        if (!held()) return;
        drag.current = undefined;
        latest.current.onMoved([]);
      },
      onClickCapture(event: MouseEvent<HTMLElement>) {
        if (!onPane(event)) return;
        const box = hit(event);
        if (!box) return;
        event.stopPropagation();
        // The mouse has chosen when it was pressed.
        if (event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType === 'touch') {
          choose(box.id, false);
        }
      },
      onDoubleClickCapture(event: MouseEvent<HTMLElement>) {
        const box = onPane(event) ? hit(event) : undefined;
        if (box) latest.current.onOpenNode(box.id);
      },
    };
  }, [far, screenToFlowPosition, store]);
}

const snap = (length: number) => Math.round(length / GRID) * GRID;
