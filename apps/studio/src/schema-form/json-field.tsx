'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { LeafProps } from './scalar-field';

/** For what no control draws: the value as JSON text. Text that is not JSON stays in the box and says so. */
export function JsonField({ id, value, onChange, describedBy, invalid }: LeafProps) {
  const t = useTranslations('runs');
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  const broken = draft !== undefined && draft.trim() !== '' && !isJson(draft);
  const change = (typed: string) => {
    setDraft(typed);
    if (typed.trim() === '') onChange(undefined);
    else if (isJson(typed)) onChange(JSON.parse(typed));
  };
  return (
    <>
      <textarea
        id={id}
        className="in mono"
        rows={4}
        spellCheck={false}
        value={text}
        aria-invalid={broken || invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => change(event.target.value)}
        onBlur={() => !broken && setDraft(undefined)}
      />
      {broken ? <p className="msg-e">{t('form.notJson')}</p> : null}
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
