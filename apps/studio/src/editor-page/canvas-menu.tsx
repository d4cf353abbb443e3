'use client';

import { useTranslations } from 'next-intl';
import { DropdownMenu } from 'radix-ui';
import { ActionItem } from './actions/action-item';
import type { ActionId } from './actions/all-actions';
import { useEditor } from './editor-store';

export interface CanvasMenuProps {
  /** Where it opens, in pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const EDIT: readonly ActionId[] = ['cut', 'copy', 'paste', 'duplicate'];
const REMOVE: readonly ActionId[] = ['remove', 'removeReconnect'];
const MENUS: Readonly<Record<'node' | 'several' | 'edge' | 'pane', readonly (readonly ActionId[])[]>> = {
  node: [['openInspector', 'addAfter', 'wrapInLoop', 'leaveLoop'], EDIT, REMOVE],
  several: [['connectChosen', 'wrapInLoop', 'leaveLoop', 'tidy', 'fitSelection'], EDIT, REMOVE],
  edge: [['insertOnEdge'], ['remove']],
  pane: [
    ['findNode', 'paste', 'selectAll'],
    ['tidy', 'fit'],
    ['undo', 'redo'],
  ],
};

/** Only shown where they are possible; the others stand greyed, so that a menu keeps its shape. */
const SOMETIMES = new Set<ActionId>(['connectChosen', 'wrapInLoop', 'leaveLoop']);

/** What can be done with what is selected, or with the canvas when nothing is. */
export function CanvasMenu({ at, onClose }: CanvasMenuProps) {
  const t = useTranslations('actions');
  const kind = useEditor(({ chosen }) =>
    chosen.nodes.size === 1
      ? 'node'
      : chosen.nodes.size > 1
        ? 'several'
        : chosen.edges.size > 0
          ? 'edge'
          : 'pane',
  );
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className="menu-anchor" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={t('menuLabel')}
          onContextMenu={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {MENUS[kind].map((group, index) => (
            <DropdownMenu.Group key={group[0]}>
              {index > 0 ? <DropdownMenu.Separator className="menu-line" /> : null}
              {group.map((id) => (
                <ActionItem key={id} id={id} onlyWherePossible={SOMETIMES.has(id)} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
