'use client';

import { containerAfter, edgesCutBy, LOOP, type Point } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeChange, NodePositionChange } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useRef } from 'react';
import type { FlowNode } from '../canvas/flow-elements';
import { useToast } from '../ui/toast';
import { dropOf, letGo as endDrag } from './drop-target';
import { useEditorStore } from './editor-store';
import { useEscape } from './use-escape';

type DragEvent = { readonly altKey?: boolean } | undefined;

/** A drag moves what is drawn; the document changes once, when it ends. */
export function useDragging() {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const say = useToast();
  /** Nodes whose edges keep them in their loop stay below its header. */
  const held = useRef(false);
  /** The node under the pointer: it stays mounted wherever it is dragged to, the others only where they are seen. */
  const grabbed = useRef<string>(undefined);

  /** Whether a drag has ended that was not let go yet. */
  const ended = useRef(false);

  /** Escape has ended a drag that the hand goes on with: what React Flow still tells of it is no news. */
  const brokenOff = useRef(false);

  /** Ends a drag: where its nodes are, or in their old places when none are left to let go. */
  const letGo = useCallback(
    (event: DragEvent, moved: readonly FlowNode[]) => {
      ended.current = false;
      held.current = false;
      grabbed.current = undefined;
      store.flow.setState({ dragging: false });
      const { point, drawAgain } = store.getState();
      point(undefined);
      if (moved.length > 0 && !endDrag(store, moved, event?.altKey === true)) say(t('drop.connected'));
      drawAgain();
    },
    [store, say, t],
  );

  useEscape(
    useCallback(() => {
      if (!store.flow.getState().dragging) return false;
      brokenOff.current = true;
      letGo(undefined, []);
      return true;
    }, [store, letGo]),
  );

  const handlers = useMemo(() => {
    const start = (node: FlowNode | undefined) => {
      brokenOff.current = false;
      grabbed.current = node?.id;
      store.flow.setState({ dragging: true });
    };
    const stop = (event: DragEvent, moved: readonly FlowNode[]) => {
      if (!brokenOff.current) letGo(event, moved);
      brokenOff.current = false;
    };
    const follow = (event: DragEvent, moved: readonly FlowNode[]) => {
      if (brokenOff.current) return;
      const { document, point } = store.getState();
      const ids = moved.map(({ id }) => id);
      const wish = dropOf(store, moved, event?.altKey === true);
      held.current = !wish.cut && edgesCutBy(document, ids).length > 0;
      const into = containerAfter(document, nodeDefinitions, wish);
      const enters = into === moved[0]?.data.source.parentId ? undefined : into;
      point({ loopId: enters, edgeId: wish.edgeId });
    };
    return {
      /** Sizes are no news: they are made from the document. */
      onNodesChange(changes: NodeChange<FlowNode>[]) {
        const { chosen, choose } = store.getState();
        const picks = changes.filter((change) => change.type === 'select');
        const moves = changes.filter((change) => change.type === 'position');
        if (moves.length > 0 && !brokenOff.current) {
          const { nodes } = store.flow.getState();
          const dragging = moves.some((change) => change.dragging === true);
          store.flow.setState({
            nodes: moved(nodes, moves, {
              held: held.current,
              grabbed: dragging ? grabbed.current : undefined,
            }),
            dragging,
          });
          if (!dragging) {
            // React Flow says at once where nodes are let go, but not when a second finger or the loss of the node
            // under the hand broke off the drag.
            ended.current = true;
            queueMicrotask(() => {
              if (ended.current) letGo(undefined, []);
            });
          }
        }
        if (picks.length > 0) choose(picked(chosen.nodes, picks), chosen.edges);
      },
      onNodeDragStart: (_: unknown, node: FlowNode) => start(node),
      onNodeDrag: (event: DragEvent, _: FlowNode, moved: readonly FlowNode[]) => follow(event, moved),
      onNodeDragStop: (event: DragEvent, _: FlowNode, moved: readonly FlowNode[]) => stop(event, moved),
      onSelectionDragStart: () => start(undefined),
      onSelectionDrag: follow,
      onSelectionDragStop: stop,
    };
  }, [letGo, store]);

  return useMemo(() => ({ handlers, letGo }), [handlers, letGo]);
}

function moved(
  nodes: readonly FlowNode[],
  moves: readonly NodePositionChange[],
  { held, grabbed }: { readonly held: boolean; readonly grabbed: string | undefined },
): FlowNode[] {
  const places = new Map(moves.map(({ id, position }) => [id, position]));
  return nodes.map((node) => {
    const place = places.get(node.id);
    if (!place) return node;
    const position = held && node.parentId !== undefined ? belowHeader(place) : place;
    return { ...node, position, dragging: node.id === grabbed };
  });
}

const belowHeader = ({ x, y }: Point): Point => ({
  x: Math.max(LOOP.padding, x),
  y: Math.max(LOOP.header + LOOP.padding, y),
});

export function picked(
  before: ReadonlySet<string>,
  changes: readonly { id: string; selected: boolean }[],
): Set<string> {
  const next = new Set(before);
  for (const { id, selected } of changes) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}
