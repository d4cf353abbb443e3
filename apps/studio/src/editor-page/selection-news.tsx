'use client';

import { indexOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-store';

/** Tells a screen reader which node the arrows led to. */
export function SelectionNews() {
  const t = useTranslations('canvas');
  const text = useEditor((state) => {
    const [only] = state.chosen.nodes;
    if (only === undefined || state.chosen.nodes.size !== 1) return '';
    const node = indexOf(state.document.graph).nodes.get(only);
    return node ? `${node.name || node.id}|${node.type}` : '';
  });
  const [name, type] = text.split('|') as [string, NodeType | undefined];
  const known = type !== undefined && Object.hasOwn(nodeDefinitions, type);
  return (
    <span className="sr" role="status">
      {text ? t('canvas.selected', { name, type: known ? t(`nodes.${type}.name`) : (type ?? '') }) : ''}
    </span>
  );
}
