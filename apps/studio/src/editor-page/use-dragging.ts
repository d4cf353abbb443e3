'use client';

import { containerAfter, edgesCutBy, LOOP } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { applyNodeChanges, type NodeChange } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useRef } from 'react';
import type { FlowNode } from '../canvas/flow-elements';
import { useToast } from '../ui/toast';
import { dropOf, letGo } from './drop-target';
import { useEditorStore } from './editor-store';

type DragEvent = { readonly altKey?: boolean } | undefined;

/** A drag moves what is drawn; the document changes once, when it ends. */
export function useDragging() {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const say = useToast();
  /** Nodes whose edges keep them in their loop stay below its header. */
  const held = useRef(false);

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const { chosen, choose } = store.getState();
      const { nodes } = store.flow.getState();
      const picks = changes.filter((change) => change.type === 'select');
      const rest = changes.filter((change) => change.type === 'position' || change.type === 'dimensions');
      if (rest.length > 0) {
        const bounded = held.current ? rest.map(keepBelowHeader(nodes)) : rest;
        store.flow.setState({ nodes: applyNodeChanges(bounded, nodes as FlowNode[]) });
      }
      if (picks.length > 0) choose(picked(chosen.nodes, picks), chosen.edges);
    },
    [store],
  );

  const onDrag = useCallback(
    (event: DragEvent, moved: readonly FlowNode[]) => {
      const { document, point } = store.getState();
      const ids = moved.map(({ id }) => id);
      const wish = dropOf(store, moved, event?.altKey === true);
      held.current = !wish.cut && edgesCutBy(document, ids).length > 0;
      const into = containerAfter(document, nodeDefinitions, wish);
      const enters = into === moved[0]?.data.source.parentId ? undefined : into;
      point({ loopId: enters, edgeId: wish.edgeId });
    },
    [store],
  );

  const onDragStop = useCallback(
    (event: DragEvent, moved: readonly FlowNode[]) => {
      held.current = false;
      store.getState().point(undefined);
      if (moved.length > 0 && !letGo(store, moved, event?.altKey === true)) say(t('drop.connected'));
    },
    [store, say, t],
  );

  return useMemo(() => ({ onNodesChange, onDrag, onDragStop }), [onNodesChange, onDrag, onDragStop]);
}

const keepBelowHeader =
  (nodes: readonly FlowNode[]) =>
  (change: NodeChange<FlowNode>): NodeChange<FlowNode> => {
    if (change.type !== 'position' || !change.position) return change;
    if (nodes.find((node) => node.id === change.id)?.parentId === undefined) return change;
    return {
      ...change,
      position: {
        x: Math.max(LOOP.padding, change.position.x),
        y: Math.max(LOOP.header + LOOP.padding, change.position.y),
      },
    };
  };

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
