import { WandSparkles } from 'lucide-react';
import { defineAction } from './editor-action';

/** Lays out the selection if several nodes are in it, otherwise the whole graph. */
export const tidyAction = defineAction({
  id: 'tidy',
  group: 'edit',
  Icon: WandSparkles,
  keys: ['Shift+L'],
  reach: 'reading',
  enabled: ({ document }) => document.graph.nodes.length > 0,
  run: ({ host }) => host.tidy(),
});
