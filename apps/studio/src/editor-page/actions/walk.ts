import type { Direction } from '@weftwork/editor';
import { walkChosen } from '../editor-actions';
import { always, defineAction, type EditorAction, hasChosenNodes } from './editor-action';

const ARROWS = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' } as const;

function walkTo<const Id extends string>(id: Id, direction: Direction): EditorAction<Id> {
  return defineAction({
    id,
    group: 'walk',
    keys: [ARROWS[direction]],
    reach: 'canvas',
    enabled: always,
    run({ store, host }) {
      const next = walkChosen(store, direction, false);
      if (next !== undefined) host.show(next);
    },
  });
}

function extendTo<const Id extends string>(id: Id, direction: Direction): EditorAction<Id> {
  return defineAction({
    id,
    group: 'select',
    keys: [`Shift+${ARROWS[direction]}`, direction === 'left' ? 'Shift+ArrowUp' : 'Shift+ArrowDown'],
    reach: 'canvas',
    enabled: hasChosenNodes,
    run: ({ store }) => void walkChosen(store, direction, true),
  });
}

/** The arrows: from node to node along the edges, and with Shift all up or down stream into the selection. */
export const walkActions = [
  walkTo('walkBack', 'left'),
  walkTo('walkOn', 'right'),
  walkTo('walkUp', 'up'),
  walkTo('walkDown', 'down'),
  extendTo('selectUpstream', 'left'),
  extendTo('selectDownstream', 'right'),
] as const;
