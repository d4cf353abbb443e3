'use client';

import { canonicalJson, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

export interface JsonTextProps {
  readonly id: string;
  /** Where no label element names it. */
  readonly label?: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly value: JsonValue | undefined;
  readonly rows?: number;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onEnd: () => void;
}

/** A value as JSON text. Text that is no JSON yet stays in the field and is not taken. */
export function JsonText(props: JsonTextProps) {
  const { id, invalid, describedBy, value, rows = 3, onChange, onEnd } = props;
  const t = useTranslations('canvas');
  const [text, setText] = useState(() => pretty(value));
  const parsed = parse(text);
  // Undo and other editors change the value from outside; what is typed here keeps its own blanks.
  useEffect(() => {
    setText((now) => (same(parse(now), value) ? now : pretty(value)));
  }, [value]);
  return (
    <>
      <textarea
        id={id}
        aria-label={props.label}
        className="in mono"
        rows={Math.min(16, Math.max(rows, text.split('\n').length))}
        spellCheck={false}
        aria-invalid={invalid || parsed === NOT_JSON}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const next = parse(event.target.value);
          if (next !== NOT_JSON) onChange(next);
        }}
        onBlur={onEnd}
      />
      {parsed === NOT_JSON ? <p className="msg-e">{t('field.notJson')}</p> : null}
    </>
  );
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string): JsonValue | undefined | typeof NOT_JSON {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return NOT_JSON;
  }
}

function same(a: ReturnType<typeof parse>, b: JsonValue | undefined): boolean {
  if (a === NOT_JSON) return false;
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

const pretty = (value: JsonValue | undefined) => (value === undefined ? '' : JSON.stringify(value, null, 2));
