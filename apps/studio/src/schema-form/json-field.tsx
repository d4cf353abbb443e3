'use client';

import { useState } from 'react';
import { NotTaken } from '../typed/not-taken';
import { readTypedJson } from '../typed/typed-json';
import type { LeafProps } from './scalar-field';

/** For what no control draws: the value as JSON text. Text that is not taken stays in the box with the reason. */
export function JsonField({ id, value, onChange, describedBy, invalid }: LeafProps) {
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  const typed = readTypedJson(draft ?? '');
  const change = (next: string) => {
    setDraft(next);
    const read = readTypedJson(next);
    if (read.ok) onChange(read.value);
  };
  return (
    <>
      <textarea
        id={id}
        className="in mono"
        rows={4}
        spellCheck={false}
        value={text}
        aria-invalid={!typed.ok || invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => change(event.target.value)}
        onBlur={() => typed.ok && setDraft(undefined)}
      />
      <NotTaken typed={typed} />
    </>
  );
}
