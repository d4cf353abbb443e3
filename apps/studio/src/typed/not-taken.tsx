'use client';

import { useTranslations } from 'next-intl';
import { ProblemText } from '../ui/problem-text';
import type { TypedJson, TypedNumber } from './typed-json';

/** Why the text in a JSON field is not taken. */
export function NotTaken({ typed }: { typed: TypedJson }) {
  const t = useTranslations('canvas');
  if (typed.ok) return null;
  return (
    <p className="msg-e">
      {typed.issue ? <ProblemText kind="issues" problem={typed.issue} /> : t('field.notJson')}
    </p>
  );
}

/** Why the text in a number field is not taken. */
export function NumberNotTaken({ typed }: { typed: TypedNumber }) {
  const t = useTranslations('canvas');
  if (typed.ok) return null;
  return (
    <p className="msg-e">
      {typed.issue ? (
        <ProblemText kind="issues" problem={typed.issue} />
      ) : typed.least === undefined ? (
        t('field.notNumber')
      ) : (
        t('field.tooSmall', { least: typed.least })
      )}
    </p>
  );
}
