'use client';

import { type KeyboardEvent, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useCanvas } from '../../canvas/canvas-store';
import { type Completion, completionsFor } from '../expression/completions';
import { InsertTargetContext } from '../expression/insert-target';
import { openBraces, typedPathAt } from '../expression/typed-path';
import { useLastValues } from '../values-context';

export interface CompletionState {
  readonly open: boolean;
  readonly options: readonly Completion[];
  readonly chosen: Completion | undefined;
  readonly insert: (option: Completion, goOn?: boolean) => void;
  /** Opens the list where the caret stands, with braces if it takes them. */
  readonly begin: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly onTyped: (caret: number) => void;
  readonly onFocus: () => void;
  readonly close: () => void;
}

/** The list of what can be read, while an expression is typed: where it opens, what is chosen, what a choice writes. */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  field: { value: string; onChange: (text: string) => void; bare: boolean; readable: readonly string[] },
): CompletionState {
  const { value, onChange, bare, readable } = field;
  const target = useContext(InsertTargetContext);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const pending = useRef<{ caret: number; open: boolean }>(undefined);
  const part = caret === undefined ? undefined : typedPathAt(value, caret, bare);
  const typed = part?.typed;
  // Only the one list that is open follows the graph and the run; a form has dozens of these.
  const document = useCanvas((state) => (typed === undefined ? undefined : state.document));
  const values = useLastValues((now) => (typed === undefined ? undefined : now));
  const options = useMemo(
    () =>
      typed === undefined || !document || !values ? [] : completionsFor(document, readable, values, typed),
    [document, readable, values, typed],
  );
  const isDone = options.length === 1 && options[0]?.path === typed;
  const open = part !== undefined && options.length > 0 && !isDone;
  const chosen = options[Math.min(at, options.length - 1)];

  // The caret is put where it belongs once the new text is in the field.
  useEffect(() => {
    const next = pending.current;
    if (!next || area.current?.value !== value) return;
    pending.current = undefined;
    area.current.setSelectionRange(next.caret, next.caret);
    setCaret(next.open ? next.caret : undefined);
    setAt(0);
  }, [value, area]);

  /** Writes in place of what is typed of a path; braces come along unless they stand there. */
  const write = (from: number, to: number, path: string, goOn: boolean) => {
    const inside = bare || openBraces(value, from) !== undefined;
    const isOpenEnd = goOn || path.endsWith('(');
    const rest = value.slice(to);
    const before = inside ? (!bare && value.slice(0, from).endsWith('{{') ? ' ' : '') : '{{ ';
    const after = bare || isOpenEnd || (inside && /^\s*\}\}/.test(rest)) ? '' : ' }}';
    const written = before + path + (goOn ? '.' : '');
    pending.current = {
      caret: from + written.length + (isOpenEnd ? 0 : after.length),
      open: isOpenEnd,
    };
    onChange(value.slice(0, from) + written + after + rest);
    area.current?.focus();
  };

  const insertPicked = (path: string) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd } = element;
    const now =
      bare || openBraces(value, selectionStart) !== undefined
        ? typedPathAt(value, selectionStart, bare)
        : undefined;
    write(now?.start ?? selectionStart, selectionEnd, path, false);
  };
  const latest = useRef(insertPicked);
  latest.current = insertPicked;

  return {
    open,
    options,
    chosen,
    insert(option, goOn = false) {
      if (part && caret !== undefined) write(part.start, caret, option.path, goOn);
    },
    begin() {
      const element = area.current;
      if (!element) return;
      element.focus();
      const from = element.selectionStart;
      setAt(0);
      if (bare || openBraces(value, from) !== undefined) return setCaret(from);
      pending.current = { caret: from + 3, open: true };
      onChange(`${value.slice(0, from)}{{ ${value.slice(element.selectionEnd)}`);
    },
    onKeyDown(event) {
      if (!open) return false;
      if (event.key === 'ArrowDown') setAt(Math.min(options.length - 1, at + 1));
      else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
      else if (
        (event.key === 'Enter' || event.key === 'Tab') &&
        chosen &&
        !event.shiftKey &&
        !event.ctrlKey
      ) {
        if (part && caret !== undefined) write(part.start, caret, chosen.path, false);
      } else if (event.key === 'ArrowRight' && chosen?.opens && part && caret !== undefined) {
        write(part.start, caret, chosen.path, true);
      } else if (event.key === 'Escape') setCaret(undefined);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    onTyped(now) {
      setCaret(now);
      setAt(0);
    },
    onFocus() {
      if (target) target.current = (path) => latest.current(path);
    },
    close: () => setCaret(undefined),
  };
}
