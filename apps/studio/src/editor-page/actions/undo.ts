import { Undo2 } from 'lucide-react';
import { defineAction } from './editor-action';

export const undoAction = defineAction({
  id: 'undo',
  group: 'edit',
  Icon: Undo2,
  keys: ['Mod+Z'],
  reach: 'reading',
  enabled: ({ history }) => history.past.length > 0,
  run: ({ store }) => store.getState().undo(),
});
