'use client';

import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EmptyState } from '../ui/empty-state';
import { LoneTop } from './lone-top';

/** `bare` where no top bar stands above; `back` is the list that what was looked for would stand in. */
export function NotFoundPage({
  bare = false,
  back = 'workflows',
}: {
  bare?: boolean;
  back?: 'workflows' | 'runs';
}) {
  const t = useTranslations('shell');
  return (
    <main className="lone">
      {bare ? <LoneTop /> : null}
      <EmptyState Icon={SearchX} title={t('notFound.title')} text={t('notFound.text')}>
        <Link className="btn pri" href={`/${back}`}>
          {back === 'runs' ? t('notFound.toRuns') : t('notFound.back')}
        </Link>
      </EmptyState>
    </main>
  );
}
