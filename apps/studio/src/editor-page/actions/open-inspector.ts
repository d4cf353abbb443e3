import { SlidersHorizontal } from 'lucide-react';
import { defineAction, hasOneNode } from './editor-action';

export const openInspectorAction = defineAction({
  id: 'openInspector',
  group: 'view',
  Icon: SlidersHorizontal,
  keys: ['Enter'],
  reach: 'canvas',
  enabled: hasOneNode,
  run: ({ host }) => host.openInspector(),
});
