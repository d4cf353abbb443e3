import { Search } from 'lucide-react';
import { always, defineAction } from './editor-action';

/** The list of nodes on the left, ready for typing. */
export const findNodeAction = defineAction({
  id: 'findNode',
  group: 'edit',
  Icon: Search,
  keys: ['/'],
  reach: 'reading',
  enabled: always,
  run: ({ host }) => host.findNode(),
});
