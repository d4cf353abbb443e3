import { always, defineAction } from './editor-action';

/** The menu of what is selected, as a right click opens it. */
export const openMenuAction = defineAction({
  id: 'openMenu',
  group: 'panels',
  keys: ['Shift+F10', 'ContextMenu'],
  reach: 'canvas',
  enabled: always,
  run: ({ host }) => host.openMenu(),
});
