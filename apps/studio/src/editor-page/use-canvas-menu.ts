'use client';

import { absolutePlace, indexOf } from '@weftwork/editor';
import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import { boxAt, sceneOf } from '../canvas/far/far-scene';
import type { EditorStore } from './editor-store';
import { type Held, useLongTouch } from './use-long-touch';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the menu of the canvas is open, and what opens it: the right button, a long touch, or a key. */
export function useCanvasMenu(store: EditorStore, canvas: RefObject<HTMLElement | null>) {
  const { screenToFlowPosition, flowToScreenPosition } = useReactFlow();
  const [at, setAt] = useState<Place>();

  /** Whether the menu opened: fields and buttons that stand on the canvas keep what is theirs. */
  const openAt = useCallback(
    ({ target, clientX: x, clientY: y }: Held): boolean => {
      if (target.closest('.react-flow') === null || target.closest('.tools, input, textarea')) return false;
      chooseUnder(store, target, screenToFlowPosition({ x, y }, { snapToGrid: false }));
      setAt({ x, y });
      return true;
    },
    [store, screenToFlowPosition],
  );
  const longTouch = useLongTouch(openAt);
  const gestures = useMemo(
    () => ({
      ...longTouch,
      onContextMenu(event: MouseEvent) {
        const { target, clientX, clientY } = event;
        if (target instanceof Element && openAt({ target, clientX, clientY })) event.preventDefault();
      },
    }),
    [longTouch, openAt],
  );

  /** Beside the selected node, or in the middle of the canvas. */
  const openMenu = useCallback(() => {
    const { chosen, document } = store.getState();
    const [first] = chosen.nodes;
    const box = canvas.current?.getBoundingClientRect();
    const node = first === undefined ? undefined : indexOf(document.graph).nodes.get(first);
    if (node) {
      const corner = flowToScreenPosition(absolutePlace(document, node.id));
      setAt({ x: corner.x + 24, y: corner.y + 34 });
    } else if (box) setAt({ x: box.x + box.width / 2, y: box.y + box.height / 3 });
  }, [store, canvas, flowToScreenPosition]);

  const close = useCallback(() => {
    setAt(undefined);
    canvas.current?.focus({ preventScroll: true });
  }, [canvas]);
  return { at, gestures, openMenu, close };
}

/** What is pressed becomes the selection, unless it is in it already. */
function chooseUnder(store: EditorStore, target: Element, at: Place): void {
  const { chosen, choose } = store.getState();
  const edge = target.closest('.react-flow__edge')?.getAttribute('data-id');
  if (edge) {
    if (!chosen.edges.has(edge)) choose([], [edge]);
    return;
  }
  const node =
    target.closest('.react-flow__node')?.getAttribute('data-id') ??
    boxAt(sceneOf(store.flow.getState().nodes), at)?.id;
  if (!node) choose([]);
  else if (!chosen.nodes.has(node)) choose([node]);
}
