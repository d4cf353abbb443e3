'use client';

import { useTranslations } from 'next-intl';
import { ProblemText } from '../../ui/problem-text';
import type { JsonTextState } from './use-json-text';

/** Why the text in a JSON field is not taken. */
export function NotTaken({ json }: { json: JsonTextState }) {
  const t = useTranslations('canvas');
  if (json.taken) return null;
  return (
    <p className="msg-e">
      {json.issue ? <ProblemText kind="issues" problem={json.issue} /> : t('field.notJson')}
    </p>
  );
}
