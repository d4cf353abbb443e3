import { Scan } from 'lucide-react';
import { always, defineAction } from './editor-action';

export const fitAction = defineAction({
  id: 'fit',
  group: 'view',
  Icon: Scan,
  keys: ['1'],
  reach: 'reading',
  enabled: always,
  run: ({ host }) => host.fit(),
});
