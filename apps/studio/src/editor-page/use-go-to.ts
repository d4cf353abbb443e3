'use client';

import { indexOf } from '@weftwork/editor';
import { useEffect, useMemo, useState } from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import type { EditorStore } from './editor-store';
import type { Panels } from './use-panels';

export type GoTo = ReturnType<typeof useGoTo>;

/** Ways to a node or to a field of it: it is chosen, brought into view, and its settings are opened there. */
export function useGoTo(
  store: EditorStore,
  show: (nodeId: string) => void,
  setPanels: (change: Partial<Panels>) => void,
) {
  const [field, setField] = useState<{ field: string; times: number }>();
  const ways = useMemo(() => {
    const settings = (at = '') => {
      setPanels({ inspector: true });
      setField((now) => ({ field: at, times: (now?.times ?? 0) + 1 }));
    };
    const node = (nodeId: string) => {
      if (!indexOf(store.getState().document.graph).nodes.has(nodeId)) return;
      store.getState().choose([nodeId]);
      show(nodeId);
    };
    return {
      /** Opens the settings of the selection, at a field of them or at the first. */
      settings,
      /** Chooses a node and brings it into view. */
      node,
      /** Leads to what an issue is about: a field of a node, an edge, or a field of the workflow. */
      issue(issue: Pick<PlacedIssue, 'nodeId' | 'edgeId' | 'field'>) {
        if (issue.edgeId !== undefined) store.getState().choose([], [issue.edgeId]);
        else if (issue.nodeId !== undefined) node(issue.nodeId);
        else store.getState().choose([]);
        settings(issue.field);
      },
    };
  }, [store, show, setPanels]);
  // A node that the address named is chosen already; its settings are what was asked for, at the field if it names one.
  useEffect(() => {
    if (store.getState().chosen.nodes.size === 0) return;
    const asked = new URLSearchParams(location.search).get('field');
    if (asked === null) setPanels({ inspector: true });
    else ways.settings(asked);
  }, [store, setPanels, ways]);
  return useMemo(() => ({ ...ways, field }), [ways, field]);
}
