'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { listVersions } from '../api/client';
import { isApiError } from '../api/http';
import { useWorkflow } from '../api/queries';
import { NotFoundPage } from '../shell/not-found-page';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { Comparison } from './comparison';
import { parseSide, type Side, useDraftChanges } from './use-compared';
import { VersionList } from './version-list';
import './versions.css';

/** All versions of a workflow; any two of them, or the draft and one, laid over each other. The address names both. */
export function VersionsPage({ workflowId }: { workflowId: string }) {
  const t = useTranslations('versions');
  const parameters = useSearchParams();
  const workflow = useWorkflow(workflowId);
  const query = useInfiniteQuery({
    queryKey: ['workflows', workflowId, 'versions'],
    queryFn: ({ pageParam }) => listVersions(workflowId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const versions = query.data?.pages.flatMap((page) => page.items) ?? [];
  const draftChanges = useDraftChanges(workflow.data);
  const live = workflow.data?.published?.version;
  const to = parseSide(parameters.get('to')) ?? (draftChanges === 0 ? live : 'draft');
  const from = parseSide(parameters.get('from')) ?? baseOf(to, live);
  /** The address itself is asked for what was chosen a moment ago, before the page was drawn anew. */
  const go = (sides: { from?: Side | undefined; to?: Side | undefined }) => {
    const now = new URLSearchParams(location.search);
    const chosen = { from: parseSide(now.get('from')) ?? from, to: parseSide(now.get('to')) ?? to, ...sides };
    const query = new URLSearchParams();
    for (const [key, side] of Object.entries(chosen)) if (side !== undefined) query.set(key, String(side));
    history.replaceState(null, '', `?${query}`);
  };

  if (isApiError(workflow.error) && workflow.error.status === 404) return <NotFoundPage />;
  const error = workflow.error ?? query.error;
  return (
    <main className="page vpage">
      <aside className="vside" aria-label={t('title')}>
        <h1 className="crumb">
          <Link prefetch={false} className="ell" href={`/workflows/${encodeURIComponent(workflowId)}`}>
            {workflow.data?.name ?? '…'}
          </Link>
          <span aria-hidden>›</span>
          <b>{t('title')}</b>
        </h1>
        {workflow.isPending || query.isPending ? <Skeleton rows={5} label={t('loading')} /> : null}
        {workflow.data && query.data ? (
          <VersionList
            workflow={workflow.data}
            versions={versions}
            draftChanges={draftChanges}
            from={from}
            to={to}
            onChoose={(side) => go({ from: baseOf(side, live), to: side })}
            onCompareFrom={(side) => go({ from: side })}
          />
        ) : null}
        {query.hasNextPage ? (
          <div className="more">
            <Button size="small" onClick={() => void query.fetchNextPage()}>
              {t('older')}
            </Button>
          </div>
        ) : null}
      </aside>
      <div className="vmain">
        {error ? <ErrorNotice error={error} retry={() => location.reload()} /> : null}
        {workflow.data && query.data ? (
          live === undefined ? (
            <EmptyState Icon={History} title={t('nothing')} text={t('nothingText')}>
              <Link prefetch={false} className="btn" href={`/workflows/${encodeURIComponent(workflowId)}`}>
                {t('openDraft')}
              </Link>
            </EmptyState>
          ) : (
            <Comparison
              workflow={workflow.data}
              versions={versions}
              from={from}
              to={to ?? 'draft'}
              onChange={go}
            />
          )
        ) : null}
      </div>
    </main>
  );
}

/** What a side is compared with unless somebody chose: the draft with what is published, a version with the one before. */
function baseOf(side: Side | undefined, live: number | undefined): Side | undefined {
  if (side === 'draft' || side === undefined) return live;
  return side > 1 ? side - 1 : undefined;
}
