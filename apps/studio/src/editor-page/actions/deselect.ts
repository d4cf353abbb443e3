import { always, defineAction } from './editor-action';

/** Lets go of the selection and comes back to the canvas. */
export const deselectAction = defineAction({
  id: 'deselect',
  group: 'select',
  keys: ['Escape'],
  reach: 'reading',
  enabled: always,
  run({ store, host }) {
    store.getState().choose([]);
    host.focusCanvas();
  },
});
