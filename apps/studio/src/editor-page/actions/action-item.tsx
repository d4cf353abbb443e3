'use client';

import { MenuItem } from '../../ui/menu';
import { useAction } from './action-context';
import type { ActionId } from './all-actions';

/** An action as a line of a menu, with its key. One that is not possible stands greyed, so that menus keep their shape. */
export function ActionItem({ id, onlyWherePossible }: { id: ActionId; onlyWherePossible?: boolean }) {
  const { label, Icon, keys, danger, enabled, run } = useAction(id);
  if (!enabled && onlyWherePossible) return null;
  return (
    // After the menu has given the focus back, so that what the action opens keeps it.
    <MenuItem
      {...(Icon ? { Icon } : {})}
      danger={danger}
      disabled={!enabled}
      onSelect={() => setTimeout(run, 0)}
    >
      {label}
      {keys.length > 0 ? (
        <span className="menu-keys" aria-hidden>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ) : null}
    </MenuItem>
  );
}
