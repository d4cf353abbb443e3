'use client';

import { useTranslations } from 'next-intl';
import { DropdownMenu } from 'radix-ui';
import { useAction } from './actions/action-context';
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
                <Item key={id} id={id} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ id }: { id: ActionId }) {
  const { label, Icon, keys, enabled, danger, run } = useAction(id);
  if (!enabled && SOMETIMES.has(id)) return null;
  return (
    <DropdownMenu.Item
      className={danger ? 'menu-item danger' : 'menu-item'}
      disabled={!enabled}
      // The menu gives the focus back first, so that an action may take it elsewhere.
      onSelect={() => setTimeout(run, 0)}
    >
      {Icon ? <Icon className="i" /> : <span className="i" />}
      {label}
      {keys.length > 0 ? (
        <span className="menu-keys" aria-hidden>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ) : null}
    </DropdownMenu.Item>
  );
}
