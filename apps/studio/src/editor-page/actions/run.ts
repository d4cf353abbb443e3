import { Play } from 'lucide-react';
import { always, defineAction } from './editor-action';

export const runAction = defineAction({
  id: 'run',
  group: 'workflow',
  Icon: Play,
  keys: ['Mod+Enter'],
  reach: 'page',
  enabled: always,
  run: ({ host }) => host.openWindow('run'),
});
