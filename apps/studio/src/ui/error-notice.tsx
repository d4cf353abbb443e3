'use client';

import { CircleX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isApiError } from '../api/http';
import { useErrorWords } from '../i18n/problem-words';
import { LeadAndDetail } from './problem-text';

/** What went wrong, where it went wrong, with a way to try again. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useTranslations('shell');
  const words = useErrorWords()(error);
  return (
    <div className="notice bad" role="alert">
      <CircleX className="i" aria-hidden />
      <span className="text">
        <LeadAndDetail words={words} />
        {isApiError(error) ? <code className="mut"> {error.code}</code> : null}
      </span>
      {retry ? (
        <button type="button" className="link" onClick={retry}>
          {t('tryAgain')}
        </button>
      ) : null}
    </div>
  );
}
