'use client';

import { Activity } from 'lucide-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useRuns } from '../api/queries';
import type { RunStatus, RunSummary } from '../api/types';
import { useProblemWords } from '../i18n/problem-words';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Segmented } from '../ui/segmented';
import { Skeleton } from '../ui/skeleton';
import { StatusBadge } from '../ui/status-badge';
import { Elapsed, formatDuration, Time } from '../ui/time';
import { VersionBadge } from '../ui/version-badge';
import { useWorkflowNames } from './use-workflow-names';

const FILTERS = ['all', 'running', 'awaiting_input', 'completed', 'failed', 'cancelled'] as const;
type Filter = (typeof FILTERS)[number];

/** All runs, newest first; the filter stands in the address, so that it can be shared and gone back to. */
export function RunsPage() {
  const t = useTranslations('lists');
  const s = useTranslations('shell');
  const router = useRouter();
  const parameters = useSearchParams();
  const asked = parameters.get('status');
  const workflowId = parameters.get('workflow') ?? undefined;
  const filter: Filter = FILTERS.find((one) => one === asked) ?? 'all';
  const runs = useRuns({
    limit: 50,
    ...(filter === 'all' ? {} : { status: filter }),
    ...(workflowId ? { workflowId } : {}),
  });
  const names = useWorkflowNames();
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  const choose = (next: Filter) => {
    const query = new URLSearchParams(parameters);
    if (next === 'all') query.delete('status');
    else query.set('status', next);
    router.replace(`/runs${query.size > 0 ? `?${query}` : ''}`);
  };
  return (
    <main className="page">
      <div className="wl single">
        <div className="wl-h">
          <h1>{t('runs')}</h1>
          {workflowId ? (
            <Link prefetch={false} className="chip line" href="/runs" title={t('allWorkflows')}>
              {names.get(workflowId) ?? workflowId} ×
            </Link>
          ) : null}
          <span className="sp" />
          <div className="scroll-x">
            <Segmented
              label={t('filter')}
              value={filter}
              options={FILTERS.map((id) => ({ id, label: id === 'all' ? t('all') : s(`status.${id}`) }))}
              onChange={choose}
            />
          </div>
        </div>
        <section className="panel list">
          {runs.isPending ? <Skeleton rows={10} label={t('loading')} /> : null}
          {runs.isError ? <ErrorNotice error={runs.error} retry={() => void runs.refetch()} /> : null}
          {items.length > 0 ? <RunTable runs={items} /> : null}
          {runs.isSuccess && items.length === 0 ? (
            <EmptyState
              Icon={Activity}
              title={filter === 'all' ? t('noRuns') : t('noRunsWith', { status: s(`status.${filter}`) })}
            >
              {filter === 'all' ? (
                <Link prefetch={false} className="btn pri" href="/workflows">
                  {t('openWorkflows')}
                </Link>
              ) : (
                <Button onClick={() => choose('all')}>{t('showAll')}</Button>
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

function RunTable(props: { runs: readonly RunSummary[] }) {
  const t = useTranslations('lists');
  return (
    <table className="run-table">
      <thead>
        <tr>
          <th>{t('column.status')}</th>
          <th>{t('column.workflow')}</th>
          <th className="opt">{t('column.version')}</th>
          <th className="opt">{t('column.run')}</th>
          <th>{t('column.started')}</th>
          <th className="end opt">{t('column.took')}</th>
        </tr>
      </thead>
      <tbody>
        {props.runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  );
}

function RunRow({ run }: { run: RunSummary }) {
  const t = useTranslations('runs');
  const words = useProblemWords('errors');
  const locale = useLocale();
  const from = run.startedAt ?? run.createdAt;
  const took = from && run.endedAt ? Date.parse(run.endedAt) - Date.parse(from) : undefined;
  return (
    <tr>
      <td>
        <Link prefetch={false} className="cover" href={`/runs/${encodeURIComponent(run.id)}`}>
          <StatusBadge status={run.status} pill />
          <span className="sr">{t('openRun', { id: run.id })}</span>
        </Link>
      </td>
      <td className="nm2">
        <b className="ell">{run.workflowName || run.workflowId}</b>
        <span className="ell">{run.error ? words(run.error).lead : runNote(run, t)}</span>
      </td>
      <td className="opt">
        <VersionBadge version={run.version} graphHash={run.graphHash} />
      </td>
      <td className="opt">
        <code className="mut" title={run.id}>
          {shortId(run.id)}
        </code>
      </td>
      <td>{from ? <Time at={from} /> : null}</td>
      <td className="end opt">
        {took !== undefined ? (
          formatDuration(took, locale)
        ) : from && isOpen(run.status) ? (
          <Elapsed from={from} />
        ) : (
          '·'
        )}
      </td>
    </tr>
  );
}

const isOpen = (status: RunStatus) => !['completed', 'failed', 'cancelled'].includes(status);

/** Ids of runs are long; their end tells them apart. */
export const shortId = (id: string) => (id.length > 12 ? `…${id.slice(-8)}` : id);

function runNote(run: RunSummary, t: ReturnType<typeof useTranslations<'runs'>>): string {
  if (run.waitReason) return t(`wait.${run.waitReason}`);
  return run.parentRunId ? t('childOf', { id: shortId(run.parentRunId) }) : run.id;
}
