'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EmptyState } from '../ui/empty-state';

export function NotFoundPage() {
  const t = useTranslations('shell');
  return (
    <main className="lone">
      <EmptyState Icon={SearchX} title={t('notFound.title')} text={t('notFound.text')}>
        <Link className="btn pri" href="/workflows">
          {t('notFound.back')}
        </Link>
      </EmptyState>
    </main>
  );
}
