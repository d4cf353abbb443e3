import { Cable, FolderInput, PencilLine } from 'lucide-react';
import { defineAction, hasChosenNodes, hasOneNode } from './editor-action';

/** What the mouse does by dragging, as windows: names, edges, and the loop a node stands in. */
export const nodeWindowActions = [
  defineAction({
    id: 'rename',
    group: 'edit',
    Icon: PencilLine,
    keys: ['F2'],
    reach: 'reading',
    enabled: hasOneNode,
    run: ({ host }) => host.openWindow('rename'),
  }),
  defineAction({
    id: 'connect',
    group: 'edit',
    Icon: Cable,
    keys: ['C'],
    reach: 'reading',
    enabled: hasOneNode,
    run: ({ host }) => host.openWindow('connect'),
  }),
  defineAction({
    id: 'moveInto',
    group: 'edit',
    Icon: FolderInput,
    keys: ['M'],
    reach: 'reading',
    enabled: hasChosenNodes,
    run: ({ host }) => host.openWindow('moveInto'),
  }),
] as const;
