'use client';

import { NODE_TYPES, type NodeType } from '@weftwork/schema';
import { useTranslations } from 'next-intl';

export const NODE_GROUPS = ['flow', 'people', 'data', 'ai', 'code'] as const;

/** In the order of the palette: those of a group stand together, the ends of a flow last. */
const ORDER: readonly NodeType[] = [
  'condition',
  'loop',
  'merge',
  'subworkflow',
  'start',
  'output',
  'human_input',
  'http',
  'sql_read',
  'transform',
  'agent',
  'skill',
  'code',
];

/** Node types whose name, words or id hold the text. */
export function useNodeSearch(text: string): NodeType[] {
  const t = useTranslations('canvas');
  const needle = text.trim().toLowerCase();
  const types = ORDER.filter((type) => NODE_TYPES.includes(type));
  if (!needle) return types;
  const starts = (type: NodeType) => t(`nodes.${type}.name`).toLowerCase().startsWith(needle);
  return types
    .filter((type) =>
      [type, t(`nodes.${type}.name`), t(`nodes.${type}.about`)].some((words) =>
        words.toLowerCase().includes(needle),
      ),
    )
    .sort((a, b) => Number(starts(b)) - Number(starts(a)));
}
