'use client';

import { type CanvasDocument, definitionOf, indexOf, type Point } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { useReactFlow } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { type RefObject, useRef, useState } from 'react';
import { cornersOf, sceneOf } from '../canvas/far/far-scene';
import { type AddPlace, addAt, addFromPalette } from './editor-actions';
import type { EditorStore } from './editor-store';
import { boxOnCanvas, type CanvasView } from './use-canvas-view';
import type { Panels } from './use-panels';

/** A menu of nodes that is open: where on the window, and for what place of the graph. */
export interface AskedNode extends Point {
  readonly place: AddPlace;
}

export interface Adding {
  readonly asked: AskedNode | undefined;
  /** The list of nodes on the left. */
  readonly search: RefObject<HTMLInputElement | null>;
  readonly ask: (asked: AskedNode) => void;
  readonly close: () => void;
  readonly nameOf: (type: NodeType) => string;
  /** Offers what may follow a node. */
  readonly after: (nodeId: string) => void;
  /** Offers what may go into an edge. */
  readonly onEdge: (edgeId: string) => void;
  /** Puts the cursor into the list of nodes. */
  readonly find: () => void;
  /** Adds behind the selection, or in the middle of what is seen. */
  readonly add: (type: NodeType) => void;
  /** Adds where the open menu was asked for. */
  readonly addAsked: (type: NodeType) => void;
}

/** Where the next node goes, and what happens once it is there. */
export function useAdding(
  store: EditorStore,
  view: CanvasView,
  setPanels: (change: Partial<Panels>) => void,
): Adding {
  const t = useTranslations('canvas');
  const flow = useReactFlow();
  const [asked, ask] = useState<AskedNode>();
  const search = useRef<HTMLInputElement>(null);

  const nameOf = (type: NodeType) => t(`nodes.${type}.name`);
  const find = () => {
    setPanels({ palette: true });
    setTimeout(() => search.current?.focus(), 0);
  };
  const finish = (added: string | undefined) => {
    if (added === undefined) return;
    setPanels({ inspector: true });
    // The new node is measured first, then brought into view.
    setTimeout(() => {
      view.show(added);
      view.focus();
    }, 60);
  };
  return {
    asked,
    search,
    ask,
    close: () => ask(undefined),
    nameOf,
    find,
    after(nodeId) {
      const { document } = store.getState();
      const handle = nextOutput(document, nodeId);
      const row = view.canvas.current?.querySelector(`[data-row="${CSS.escape(nodeId)}"]`);
      const box = boxOnCanvas(document, nodeId);
      if (!box || handle === undefined) return find();
      const place = { kind: 'output', nodeId, handle } as const;
      const line = row?.getBoundingClientRect();
      if (line) ask({ x: line.left + 64, y: line.bottom, place });
      else ask({ ...flow.flowToScreenPosition({ x: box.x + box.width + 16, y: box.y }), place });
    },
    onEdge(edgeId) {
      const { nodes, edges } = store.flow.getState();
      const edge = edges.find((each) => each.id === edgeId);
      const corners = (edge && cornersOf(sceneOf(nodes), edge)) ?? [];
      const middle = corners[Math.floor(corners.length / 2)];
      if (middle) ask({ ...flow.flowToScreenPosition(middle), place: { kind: 'edge', edgeId } });
    },
    add: (type) => finish(addFromPalette(store, type, nameOf(type), view.centre())),
    addAsked(type) {
      ask(undefined);
      if (asked) finish(addAt(store, type, nameOf(type), asked.place));
    },
  };
}

/** The output that the next node follows: the first that leads nowhere yet, else the first of all. */
function nextOutput({ graph }: CanvasDocument, nodeId: string): string | undefined {
  const { nodes, out } = indexOf(graph);
  const node = nodes.get(nodeId);
  const outputs = node ? (definitionOf(nodeDefinitions, node)?.handles(node.config) ?? []) : [];
  const used = new Set((out.get(nodeId) ?? []).map((edge) => edge.sourceHandle ?? 'default'));
  return outputs.find((each) => !used.has(each)) ?? outputs[0];
}
