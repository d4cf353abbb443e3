import { Redo2 } from 'lucide-react';
import { defineAction } from './editor-action';

export const redoAction = defineAction({
  id: 'redo',
  group: 'edit',
  Icon: Redo2,
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  reach: 'reading',
  enabled: ({ history }) => history.future.length > 0,
  run: ({ store }) => store.getState().redo(),
});
