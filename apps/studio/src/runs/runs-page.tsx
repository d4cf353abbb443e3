'use client';

import { Activity, X } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import { useRuns } from '../api/queries';
import { useKeptPlace } from '../shell/kept-place';
import { usePageActions } from '../shell/page-actions';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { STATUS_ICONS } from '../ui/status-badge';
import { useNow } from '../ui/time';
import { FILTERED_STATUSES, RunFilterBar } from './run-filter-bar';
import {
  isFiltered,
  NO_FILTERS,
  type RunFilters,
  readFilters,
  runFilterOf,
  writeFilters,
} from './run-filters';
import { RunSelection } from './run-selection';
import { RunTable } from './run-table';

/** All runs, newest first; the filters stand in the address, so that a list can be shared and gone back to. */
export function RunsPage() {
  const t = useTranslations('lists');
  const parameters = useSearchParams();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  const now = useNow(60_000, filters.period !== undefined);
  const runs = useRuns({ limit: 50, ...runFilterOf(filters, now) });
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  const place = useKeptPlace(items.length > 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => chosen.has(id));
  const change = useCallback((next: RunFilters) => {
    setChosen(new Set());
    history.replaceState(null, '', `/runs${writeFilters(next)}`);
  }, []);
  const filtered = isFiltered(filters);
  const words = useTranslations('shell');
  usePageActions([
    ...FILTERED_STATUSES.map((status) => ({
      id: `status-${status}`,
      group: 'actions' as const,
      label: t('only', { status: words(`status.${status}`) }),
      words: status,
      Icon: STATUS_ICONS[status],
      run: () => change({ ...filters, status: [status] }),
    })),
    ...(filtered
      ? [
          {
            id: 'clear',
            group: 'actions' as const,
            label: t('showAll'),
            Icon: X,
            run: () => change(NO_FILTERS),
          },
        ]
      : []),
  ]);
  return (
    <main className="page" ref={place}>
      <div className="wl single">
        <div className="wl-h">
          <h1>{t('runs')}</h1>
          <RunFilterBar filters={filters} onChange={change} />
        </div>
        <section className="panel list">
          {selected.length > 0 ? <RunSelection runs={selected} onChoose={setChosen} /> : null}
          {runs.isPending ? <Skeleton rows={10} label={t('loading')} /> : null}
          {runs.isError ? <ErrorNotice error={runs.error} retry={() => void runs.refetch()} /> : null}
          {items.length > 0 ? <RunTable runs={items} chosen={chosen} onChoose={setChosen} /> : null}
          {runs.isSuccess && items.length === 0 ? (
            <EmptyState Icon={Activity} title={filtered ? t('noRunsFound') : t('noRuns')}>
              {filtered ? (
                <Button onClick={() => change(NO_FILTERS)}>{t('showAll')}</Button>
              ) : (
                <Link prefetch={false} className="btn pri" href="/workflows">
                  {t('openWorkflows')}
                </Link>
              )}
            </EmptyState>
          ) : null}
          {runs.hasNextPage ? (
            <div className="more">
              <Button off={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
                {t('showMore')}
              </Button>
            </div>
          ) : null}
        </section>
      </div>
    </main>
  );
}
