'use client';

import { useMemo } from 'react';
import type { CanvasHandlers } from '../canvas/canvas-store';
import type { EditorStore } from './editor-store';
import type { AskedNode } from './use-adding';

/** What cards and edges ask for; the same object as long as the page stands, so that no card draws again. */
export function useCanvasHandlers(store: EditorStore, ask: (asked: AskedNode) => void): CanvasHandlers {
  return useMemo(
    () => ({
      openAdd(from, anchor) {
        ask({ x: anchor.right + 8, y: anchor.top - 8, place: { kind: 'output', ...from } });
      },
      showIteration: (path) => store.getState().setIteration(path),
    }),
    [store, ask],
  );
}
