'use client';

import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps, IconButton } from '../../ui/button';
import { useAction } from './action-context';
import type { ActionId } from './all-actions';

/** The name of an action with its key, for tips: `Undo (Ctrl Z)`. */
export function tipOf({ label, keys }: { label: string; keys: readonly string[] }): string {
  return keys.length > 0 ? `${label} (${keys.join(' ')})` : label;
}

/** An action as a square button with its sign; off while it is not possible. */
export function ActionIcon({
  id,
  size = 'normal',
}: {
  id: ActionId;
  size?: NonNullable<ButtonProps['size']>;
}) {
  const action = useAction(id);
  const { Icon, enabled, run } = action;
  return (
    <IconButton label={tipOf(action)} size={size} off={!enabled} onClick={run}>
      {Icon ? <Icon className="i" aria-hidden /> : null}
    </IconButton>
  );
}

/** An action as a button with words, its own unless others are given; `busy` while what it does is under way. */
export function ActionButton({
  id,
  busy = false,
  children,
  ...look
}: { id: ActionId; busy?: boolean; children?: ReactNode } & Pick<ButtonProps, 'look' | 'size'>) {
  const action = useAction(id);
  const { Icon, label, enabled, danger, run } = action;
  return (
    <Button {...look} danger={danger} off={!enabled} title={tipOf(action)} aria-busy={busy} onClick={run}>
      {busy ? (
        <LoaderCircle className="i spin" aria-hidden />
      ) : Icon ? (
        <Icon className="i" aria-hidden />
      ) : null}
      {children ?? label}
    </Button>
  );
}
