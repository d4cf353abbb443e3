'use client';

import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useRef } from 'react';
import { type EditorStore, useEditorStore } from '../editor-page/editor-store';
import type { OutlineLine } from './outline-lines';

export interface OutlineKeysOptions {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly lines: readonly OutlineLine[];
  readonly folded: ReadonlySet<string>;
  readonly fold: (id: string, closed: boolean) => void;
  /** The row that takes the focus. */
  readonly active: string | undefined;
}

/** Arrows walk the rows, open and close them; with Shift, and by Shift and Ctrl with the mouse, several are chosen. */
export function useOutlineKeys({ table, lines, folded, fold, active }: OutlineKeysOptions) {
  const store = useEditorStore();
  /** Where a range begins. */
  const anchor = useRef<string>(undefined);
  const focusRow = (line: OutlineLine | undefined) => {
    if (!line) return;
    const row = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(line.id)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const moveTo = (to: number, extend: boolean) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (!line) return;
    const from = lines.findIndex(({ id }) => id === (anchor.current ?? active));
    if (extend && from >= 0) {
      const at = lines.indexOf(line);
      const range = lines.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ id }) => id);
      // The row that was reached comes last: it is where the next key goes on from.
      store.getState().choose([...range.filter((id) => id !== line.id), line.id]);
    } else {
      anchor.current = line.id;
      store.getState().choose([line.id]);
    }
    focusRow(line);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab') {
      event.stopPropagation(); // leads on, as from any table
      return;
    }
    const row = event.target.closest<HTMLElement>('[data-row]');
    const at = lines.findIndex(({ id }) => id === row?.dataset.row);
    const line = lines[at];
    if (!line) return;
    switch (event.key) {
      case 'ArrowDown':
        moveTo(at + 1, event.shiftKey);
        break;
      case 'ArrowUp':
        moveTo(at - 1, event.shiftKey);
        break;
      case 'Home':
        moveTo(0, event.shiftKey);
        break;
      case 'End':
        moveTo(lines.length - 1, event.shiftKey);
        break;
      case 'ArrowRight':
        if (line.hasBody && folded.has(line.id)) fold(line.id, false);
        else if (line.hasBody) moveTo(at + 1, false);
        break;
      case 'ArrowLeft': {
        const parent = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
        if (line.hasBody && !folded.has(line.id)) fold(line.id, true);
        else if (parent >= 0) moveTo(parent, false);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const latest = useRef<(id: string, event: MouseEvent) => void>(undefined);
  latest.current = (id, event) => {
    const at = lines.findIndex((line) => line.id === id);
    if (event.ctrlKey || event.metaKey) toggle(store, id);
    else moveTo(at, event.shiftKey);
  };
  const onChoose = useCallback((id: string, event: MouseEvent) => latest.current?.(id, event), []);
  return { onKeyDown, onChoose };
}

function toggle(store: EditorStore, id: string): void {
  const { chosen, choose } = store.getState();
  choose(chosen.nodes.has(id) ? [...chosen.nodes].filter((each) => each !== id) : [...chosen.nodes, id]);
}
