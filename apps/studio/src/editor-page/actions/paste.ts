import { ClipboardPaste } from 'lucide-react';
import { always, defineAction } from './editor-action';

export const pasteAction = defineAction({
  id: 'paste',
  group: 'edit',
  Icon: ClipboardPaste,
  keys: ['Mod+V'],
  reach: 'reading',
  nativeKeys: true,
  enabled: always,
  run: ({ host }) => host.pasteClipboard(),
});
