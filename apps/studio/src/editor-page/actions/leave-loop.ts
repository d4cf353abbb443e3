import { absolutePlace, drop, indexOf, nodeSize, rootsOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { LogOut } from 'lucide-react';
import type { EditorState } from '../editor-store';
import { defineAction } from './editor-action';

/** The loop that the whole selection stands in. */
function loopOf({ chosen, document }: EditorState): string | undefined {
  const { nodes } = indexOf(document.graph);
  const loops = new Set(rootsOf(document, [...chosen.nodes]).map((id) => nodes.get(id)?.parentId));
  return loops.size === 1 ? [...loops][0] : undefined;
}

/** Takes the selection out of its loop, to below it. Edges that would cross the border go in the same step. */
export const leaveLoopAction = defineAction({
  id: 'leaveLoop',
  group: 'edit',
  Icon: LogOut,
  keys: [],
  reach: 'reading',
  enabled: (state) => loopOf(state) !== undefined,
  run({ store }) {
    const { chosen, document, act } = store.getState();
    const { nodes } = indexOf(document.graph);
    const loop = nodes.get(loopOf(store.getState()) ?? '');
    if (!loop) return;
    const ids = rootsOf(document, [...chosen.nodes]);
    const top = Math.min(...ids.map((id) => absolutePlace(document, id).y));
    const below = absolutePlace(document, loop.id).y + nodeSize(document, nodeDefinitions, loop).height + 24;
    const places = Object.fromEntries(
      ids.map((id) => {
        const at = absolutePlace(document, id);
        return [id, { x: at.x, y: at.y - top + below }];
      }),
    );
    act('move', (now) => drop(now, nodeDefinitions, { places, into: loop.parentId, cut: true }));
  },
});
