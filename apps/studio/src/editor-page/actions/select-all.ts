import { BoxSelect } from 'lucide-react';
import { chooseAll } from '../editor-actions';
import { always, defineAction } from './editor-action';

export const selectAllAction = defineAction({
  id: 'selectAll',
  group: 'select',
  Icon: BoxSelect,
  keys: ['Mod+A'],
  reach: 'canvas',
  enabled: always,
  run: ({ store }) => chooseAll(store),
});
