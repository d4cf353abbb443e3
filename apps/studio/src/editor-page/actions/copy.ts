import { ClipboardCopy } from 'lucide-react';
import { chosenText } from '../editor-actions';
import { defineAction, hasChosenNodes } from './editor-action';

/** Copies the selection as JSON text, which another tab, workflow or file takes. */
export const copyAction = defineAction({
  id: 'copy',
  group: 'edit',
  Icon: ClipboardCopy,
  keys: ['Mod+C'],
  reach: 'reading',
  nativeKeys: true,
  enabled: hasChosenNodes,
  run({ store, host }) {
    const text = chosenText(store);
    if (text !== undefined) host.writeClipboard(text);
  },
});
