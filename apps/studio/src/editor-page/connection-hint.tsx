'use client';

import { indexOf } from '@weftwork/editor';
import { useConnection, useReactFlow, useStore } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { boxAt, sceneOf } from '../canvas/far/far-scene';
import { useEditor, useEditorStore } from './editor-store';

/** While an edge is drawn over a node: that it will lead there, or why that node does not take it. */
export function ConnectionHint() {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const refusals = useEditor((state) => state.pointed.refusals);
  const pointer = useConnection(({ inProgress, pointer }) => (inProgress ? pointer : undefined));
  const transform = useStore((state) => state.transform);
  const { flowToScreenPosition } = useReactFlow();
  if (!refusals || !pointer) return null;
  const [dx, dy, zoom] = transform;
  const at = { x: (pointer.x - dx) / zoom, y: (pointer.y - dy) / zoom };
  const under = boxAt(sceneOf(store.flow.getState().nodes), at);
  const node = under && indexOf(store.getState().document.graph).nodes.get(under.id);
  const refused = under && refusals.get(under.id);
  if (!node || refused === 'same_node') return null;
  const screen = flowToScreenPosition(at);
  return (
    <div
      className={`connect-hint${refused ? ' bad' : ''}`}
      role="status"
      style={{ left: screen.x + 14, top: screen.y + 18 }}
    >
      {refused ? t(`refused.${refused}`) : t('connect.to', { name: node.name || node.id })}
    </div>
  );
}
