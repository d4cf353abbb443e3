'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { EmptyState } from '../ui/empty-state';

/** What stands in for a page that threw while drawing. */
export function BrokenPage({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations('shell');
  return (
    <main className="lone">
      <EmptyState Icon={TriangleAlert} title={t('broken.title')} text={error.message}>
        <button type="button" className="btn pri" onClick={retry}>
          {t('broken.retry')}
        </button>
      </EmptyState>
    </main>
  );
}
