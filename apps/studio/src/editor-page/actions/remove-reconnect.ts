import { Unplug } from 'lucide-react';
import { removableNodes, removeChosen } from '../editor-actions';
import { defineAction } from './editor-action';

/** Deletes and joins what led to the selection with what it led to. */
export const removeReconnectAction = defineAction({
  id: 'removeReconnect',
  group: 'edit',
  Icon: Unplug,
  keys: ['Mod+Delete', 'Mod+Backspace'],
  reach: 'reading',
  danger: true,
  enabled: (state) => removableNodes(state).length > 0,
  run: ({ store }) => removeChosen(store, true),
});
