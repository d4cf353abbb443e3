import { Trash2 } from 'lucide-react';
import { removableNodes, removeChosen } from '../editor-actions';
import { defineAction } from './editor-action';

export const removeAction = defineAction({
  id: 'remove',
  group: 'edit',
  Icon: Trash2,
  keys: ['Delete', 'Backspace'],
  reach: 'canvas',
  danger: true,
  enabled: (state) => state.chosen.edges.size > 0 || removableNodes(state).length > 0,
  run: ({ store }) => removeChosen(store, false),
});
