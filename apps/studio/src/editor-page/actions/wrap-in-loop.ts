import { canWrapInLoop, wrapInLoop } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { Repeat } from 'lucide-react';
import { defineAction } from './editor-action';

/** Puts a new loop around the selection. */
export const wrapInLoopAction = defineAction({
  id: 'wrapInLoop',
  group: 'edit',
  Icon: Repeat,
  keys: [],
  reach: 'reading',
  enabled: ({ chosen, document }) =>
    chosen.nodes.size > 0 && canWrapInLoop(document, nodeDefinitions, [...chosen.nodes]),
  run({ store, host }) {
    const { chosen, document, act } = store.getState();
    const name = host.nameOfType('loop');
    const { diff, id } = wrapInLoop(document, nodeDefinitions, [...chosen.nodes], { type: 'loop', name });
    act('wrap', () => diff, { select: [id] });
  },
});
