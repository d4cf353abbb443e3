import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (row: Element) => Element | null | undefined>> = {
  ArrowDown: (row) => row.nextElementSibling,
  ArrowUp: (row) => row.previousElementSibling,
  Home: (row) => row.parentElement?.firstElementChild,
  End: (row) => row.parentElement?.lastElementChild,
};

/**
 * Up and down go from row to row, Home and End to the first and the last: the focus moves to what `open` selects in the
 * row, and Enter opens it as it would anyway. Answers whether the key was one of these. Fields keep their own keys.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>, row: string, open: string): boolean {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof HTMLElement))
    return false;
  if (target.matches('select, textarea, input:not([type="checkbox"])')) return false;
  const from = target.closest(row);
  const to = from && STEPS[key]?.(from);
  const goal =
    to?.querySelector<HTMLElement>(open) ?? (to instanceof HTMLElement && to.matches(open) ? to : undefined);
  if (!goal) return false;
  event.preventDefault();
  goal.focus();
  return true;
}
