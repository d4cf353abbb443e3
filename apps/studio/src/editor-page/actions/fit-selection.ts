import { Focus } from 'lucide-react';
import { defineAction, hasChosenNodes } from './editor-action';

export const fitSelectionAction = defineAction({
  id: 'fitSelection',
  group: 'view',
  Icon: Focus,
  keys: ['2'],
  reach: 'reading',
  enabled: hasChosenNodes,
  run: ({ store, host }) => host.fit(store.getState().chosen.nodes),
});
