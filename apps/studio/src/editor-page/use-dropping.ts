'use client';

import { useReactFlow } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { type DragEvent, useMemo } from 'react';
import { dropNew, targetOfNew } from './drop-new';
import { useEditorStore } from './editor-store';
import { nodeTypeOn } from './node-type-drag';

/** A node type dragged in from the palette: the edge or the loop that would take it shows itself. */
export function useDropping() {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const { screenToFlowPosition, getZoom } = useReactFlow();

  return useMemo(() => {
    const pointer = (event: DragEvent) => screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const show = (event: DragEvent) => {
      const type = nodeTypeOn(event.dataTransfer);
      if (type === undefined) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      store.getState().point(targetOfNew(store, type, pointer(event), getZoom()));
    };
    return {
      onDragEnter: show,
      onDragOver: show,
      onDragLeave(event: DragEvent) {
        // From one part of the canvas to the next it is not left.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) {
          store.getState().point(undefined);
        }
      },
      onDrop(event: DragEvent) {
        const type = nodeTypeOn(event.dataTransfer);
        if (type === undefined) return;
        event.preventDefault();
        store.getState().point(undefined);
        dropNew(store, type, t(`nodes.${type}.name`), pointer(event), getZoom());
      },
    };
  }, [t, store, screenToFlowPosition, getZoom]);
}
