'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { readTypedJson, type TypedJson } from '../typed/typed-json';
import { ProblemText } from '../ui/problem-text';
import type { LeafProps } from './scalar-field';

/** For what no control draws: the value as JSON text. Text that is not taken stays in the box with the reason. */
export function JsonField({ id, value, onChange, describedBy, invalid }: LeafProps) {
  const t = useTranslations('runs');
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  const refused = draft === undefined ? undefined : refusalOf(readTypedJson(draft));
  const change = (typed: string) => {
    setDraft(typed);
    const read = readTypedJson(typed);
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
        aria-invalid={refused !== undefined || invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => change(event.target.value)}
        onBlur={() => refused === undefined && setDraft(undefined)}
      />
      {refused === undefined ? null : (
        <p className="msg-e">
          {refused.issue ? <ProblemText kind="issues" problem={refused.issue} /> : t('form.notJson')}
        </p>
      )}
    </>
  );
}

const refusalOf = (typed: TypedJson) => (typed.ok ? undefined : typed);
