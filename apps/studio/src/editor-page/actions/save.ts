import { Save } from 'lucide-react';
import { always, defineAction } from './editor-action';

export const saveAction = defineAction({
  id: 'save',
  group: 'workflow',
  Icon: Save,
  keys: ['Mod+S'],
  reach: 'page',
  enabled: always,
  run: ({ host }) => host.save(),
});
