import { Plus } from 'lucide-react';
import { defineAction, hasOneNode } from './editor-action';

/** Offers the next node behind the selected one. */
export const addAfterAction = defineAction({
  id: 'addAfter',
  group: 'edit',
  Icon: Plus,
  keys: ['Tab', '/'],
  reach: 'canvas',
  enabled: hasOneNode,
  run({ store, host }) {
    const [only] = store.getState().chosen.nodes;
    if (only !== undefined) host.addAfter(only);
  },
});
