'use client';

import { indexOf } from '@weftwork/editor';
import { AddMenu, mayFollow } from './add-menu';
import type { AddPlace } from './editor-actions';
import { useEditor } from './editor-store';
import type { Adding } from './use-adding';

/** The menu of the nodes that may stand where one was asked for. */
export function AskedAddMenu({ adding }: { adding: Adding }) {
  const { asked } = adding;
  const inLoop = useStandsInLoop(asked?.place);
  if (!asked) return null;
  return (
    <AddMenu
      x={asked.x}
      y={asked.y}
      allows={(type) => mayFollow(type, inLoop)}
      onClose={adding.close}
      onAdd={adding.addAsked}
    />
  );
}

function useStandsInLoop(place: AddPlace | undefined): boolean {
  const graph = useEditor((state) => state.document.graph);
  if (!place || place.kind === 'free') return false;
  const { nodes, edges } = indexOf(graph);
  const sourceId = place.kind === 'edge' ? edges.get(place.edgeId)?.source : place.nodeId;
  return nodes.get(sourceId ?? '')?.parentId !== undefined;
}
