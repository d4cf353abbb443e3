'use client';

import { CircleX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isApiError } from '../api/http';

/** What went wrong, where it went wrong, with a way to try again. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useTranslations('shell');
  const text = isApiError(error) && error.code === 'UNREACHABLE' ? t('unreachable') : errorText(error);
  return (
    <div className="notice bad" role="alert">
      <CircleX className="i" aria-hidden />
      <span className="text">
        {text}
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

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
