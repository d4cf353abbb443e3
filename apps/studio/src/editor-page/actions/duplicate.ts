import { Copy } from 'lucide-react';
import { duplicateChosen } from '../editor-actions';
import { defineAction, hasChosenNodes } from './editor-action';

export const duplicateAction = defineAction({
  id: 'duplicate',
  group: 'edit',
  Icon: Copy,
  keys: ['Mod+D'],
  reach: 'reading',
  enabled: hasChosenNodes,
  run: ({ store }) => duplicateChosen(store),
});
