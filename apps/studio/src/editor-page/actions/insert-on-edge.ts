import { Plus } from 'lucide-react';
import { defineAction, hasOneEdge } from './editor-action';

/** Offers a node to put into the selected edge. */
export const insertOnEdgeAction = defineAction({
  id: 'insertOnEdge',
  group: 'edit',
  Icon: Plus,
  keys: ['Tab', '/'],
  reach: 'canvas',
  enabled: hasOneEdge,
  run({ store, host }) {
    const [only] = store.getState().chosen.edges;
    if (only !== undefined) host.addOnEdge(only);
  },
});
