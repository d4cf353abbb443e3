'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useCanvas } from '../../canvas/canvas-store';
import { completionsFor } from '../completions';
import { useLastValues } from '../values-context';
import { CompletionMenu } from './completion-menu';
import { ExpressionPreview } from './expression-preview';

export interface TemplateInputProps {
  readonly id?: string;
  readonly label?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnd: () => void;
  readonly readable: readonly string[];
  readonly rows?: number;
  readonly placeholder?: string;
  /** A bare expression, such as a condition, instead of text with braces. */
  readonly bare?: boolean;
}

/** Where an expression is being typed: what stands behind the open braces, or the last word of a bare expression. */
function openPart(text: string, caret: number, bare: boolean): { start: number; typed: string } | undefined {
  const before = text.slice(0, caret);
  if (bare) {
    const word = /[\p{L}\p{N}_$.[\]"-]*$/u.exec(before)?.[0] ?? '';
    return { start: caret - word.length, typed: word };
  }
  const open = before.lastIndexOf('{{');
  if (open < 0 || before.indexOf('}}', open) >= 0) return undefined;
  const inner = before.slice(open + 2);
  const word = /[\p{L}\p{N}_$.[\]"-]*$/u.exec(inner)?.[0] ?? '';
  return { start: caret - word.length, typed: word };
}

/** Text that may hold `{{ … }}`: braces open a list of what can be read, and below stands what it would give. */
export function TemplateInput(props: TemplateInputProps) {
  const { value, onChange, rows = 1, bare = false } = props;
  const t = useTranslations('canvas');
  const document = useCanvas((state) => state.document);
  const values = useLastValues();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const [at, setAt] = useState(0);
  const part = caret === undefined ? undefined : openPart(value, caret, bare);
  const typed = part?.typed;
  const options = useMemo(
    () => (typed === undefined ? [] : completionsFor(document, props.readable, values, typed)),
    [document, props.readable, values, typed],
  );
  const open =
    part !== undefined && options.length > 0 && !(options.length === 1 && options[0]?.path === typed);
  const chosen = options[Math.min(at, options.length - 1)];
  const pending = useRef<number>(undefined);

  useEffect(() => {
    const to = pending.current;
    if (to === undefined || area.current?.value !== value) return;
    pending.current = undefined;
    area.current.setSelectionRange(to, to);
    setCaret(to);
  }, [value]);

  const insert = (path: string, goOn = false) => {
    if (!part || caret === undefined) return;
    const rest = value.slice(caret);
    const written = goOn ? `${path}.` : path;
    // The closing braces come with the choice, unless they stand there already.
    const close = bare || goOn || /^\s*\}\}/.test(rest) ? '' : ' }}';
    const gap = !bare && value.slice(0, part.start).endsWith('{{') ? ' ' : '';
    const next = value.slice(0, part.start) + gap + written + close + rest;
    pending.current = part.start + gap.length + written.length + (goOn ? 0 : close.length);
    onChange(next);
    if (!goOn) setCaret(undefined);
    area.current?.focus();
  };

  const openBraces = () => {
    const element = area.current;
    if (!element) return;
    element.focus();
    const from = element.selectionStart;
    if (bare) {
      setCaret(from);
      return;
    }
    const next = `${value.slice(0, from)}{{ ${value.slice(element.selectionEnd)}`;
    pending.current = from + 3;
    onChange(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!open) {
      if (rows === 1 && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
      return;
    }
    if (event.key === 'ArrowDown') setAt(Math.min(options.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) insert(chosen.path);
    else if (event.key === 'ArrowRight' && chosen?.opens) insert(chosen.path, true);
    else if (event.key === 'Escape') setCaret(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const listId = `${props.id ?? props.label}-list`;
  const lines = value.split('\n').length;
  return (
    <div className="template">
      <div className="template-box">
        <textarea
          ref={area}
          id={props.id}
          className={rows > 1 ? 'in prose' : 'in one-line'}
          aria-label={props.id ? undefined : props.label}
          aria-invalid={props.invalid}
          aria-describedby={props.describedBy}
          aria-autocomplete="list"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && chosen ? `${listId}-${options.indexOf(chosen)}` : undefined}
          rows={rows > 1 ? Math.min(14, Math.max(rows, lines)) : Math.min(4, lines)}
          placeholder={props.placeholder}
          spellCheck={false}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            setCaret(event.target.selectionStart);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          onClick={() => setCaret(undefined)}
          onBlur={() => {
            setCaret(undefined);
            props.onEnd();
          }}
        />
        <button
          type="button"
          className="braces"
          tabIndex={-1}
          title={t('field.insert')}
          aria-label={t('field.insert')}
          onMouseDown={(event) => {
            event.preventDefault();
            openBraces();
          }}
        >
          {'{ }'}
        </button>
        {open ? (
          <CompletionMenu id={listId} options={options} chosen={chosen} onChoose={(path) => insert(path)} />
        ) : null}
      </div>
      <ExpressionPreview text={value} bare={bare} />
    </div>
  );
}
