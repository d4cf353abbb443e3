import { Scissors } from 'lucide-react';
import { chosenText, removeChosen } from '../editor-actions';
import { defineAction, hasChosenNodes } from './editor-action';

export const cutAction = defineAction({
  id: 'cut',
  group: 'edit',
  Icon: Scissors,
  keys: ['Mod+X'],
  reach: 'reading',
  nativeKeys: true,
  enabled: hasChosenNodes,
  run({ store, host }) {
    const text = chosenText(store);
    if (text === undefined) return;
    host.writeClipboard(text);
    removeChosen(store, false);
  },
});
