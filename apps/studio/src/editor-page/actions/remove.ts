import { Trash2 } from 'lucide-react';
import { removeChosen } from '../editor-actions';
import { defineAction, hasChosen } from './editor-action';

export const removeAction = defineAction({
  id: 'remove',
  group: 'edit',
  Icon: Trash2,
  keys: ['Delete', 'Backspace'],
  reach: 'canvas',
  danger: true,
  enabled: hasChosen,
  run: ({ store }) => removeChosen(store, false),
});
