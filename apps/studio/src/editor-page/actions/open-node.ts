import { Columns3 } from 'lucide-react';
import { defineAction, hasOneNode } from './editor-action';

export const openNodeAction = defineAction({
  id: 'openNode',
  group: 'view',
  Icon: Columns3,
  keys: ['Shift+Enter'],
  reach: 'canvas',
  enabled: hasOneNode,
  run: ({ host }) => host.openWindow('node'),
});
