'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useProblemWords } from '../i18n/problem-words';
import { NotTaken } from '../typed/not-taken';
import { readTypedJson } from '../typed/typed-json';
import type { LeafProps } from './scalar-field';

/**
 * For what no control draws: the value as JSON text. Text that is not taken stays in the box with the reason, and while
 * it does the box is invalid to the browser too: `value` is then an earlier one, which nobody means to send.
 */
export function JsonField({ id, value, onChange, describedBy, invalid }: LeafProps) {
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  const typed = readTypedJson(draft ?? '');
  const box = useRef<HTMLTextAreaElement>(null);
  const t = useTranslations('canvas');
  const words = useProblemWords('issues');
  const invalidity = typed.ok ? '' : typed.issue ? words(typed.issue).lead : t('field.notJson');
  useEffect(() => box.current?.setCustomValidity(invalidity), [invalidity]);
  const change = (next: string) => {
    setDraft(next);
    const read = readTypedJson(next);
    if (read.ok) onChange(read.value);
  };
  return (
    <>
      <textarea
        ref={box}
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
