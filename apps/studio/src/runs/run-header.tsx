'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, Copy, GitCompareArrows, RotateCw, WifiOff, Workflow } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cancelRun, startRun } from '../api/client';
import { keys } from '../api/queries';
import type { RunStream } from '../api/use-run-stream';
import { inOneText, useErrorWords } from '../i18n/problem-words';
import type { RunView } from '../run-state/run-view';
import { usePageActions } from '../shell/page-actions';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { StatusBadge } from '../ui/status-badge';
import { Elapsed, Time, useNow } from '../ui/time';
import { useToast } from '../ui/toast';
import { VersionBadge } from '../ui/version-badge';
import { shortId } from './short-id';

const ENDED = new Set(['completed', 'failed', 'cancelled']);

export function RunHeader({ view, stream }: { view: RunView; stream: RunStream }) {
  const t = useTranslations('runs');
  const { run } = view;
  const name = run.workflowName || run.workflowId;
  const from = run.startedAt ?? run.createdAt;
  const ended = ENDED.has(run.status);
  return (
    <>
      <header className="rh">
        <h1 className="crumb">
          <Link prefetch={false} className="ell" href={`/workflows/${encodeURIComponent(run.workflowId)}`}>
            {name}
          </Link>
          <span aria-hidden>›</span>
          <b title={run.id}>{t('run', { id: shortId(run.id) })}</b>
        </h1>
        <span role="status">
          <StatusBadge status={run.status} pill />
        </span>
        {run.waitReason ? <span className="t12 mut">{t(`wait.${run.waitReason}`)}</span> : null}
        <VersionBadge version={run.version} graphHash={run.graphHash} />
        {from ? (
          <span className="t12 mut">
            {t('started')} <Time at={from} /> ·{' '}
            <Elapsed from={from} to={ended ? (run.endedAt ?? from) : null} />
          </span>
        ) : null}
        {run.parentRunId ? (
          <Link prefetch={false} className="link t12" href={`/runs/${encodeURIComponent(run.parentRunId)}`}>
            {t('parent')}
          </Link>
        ) : null}
        <span className="sp" />
        <RunActions view={view} />
      </header>
      <ConnectionLine stream={stream} />
    </>
  );
}

function RunActions({ view }: { view: RunView }) {
  const t = useTranslations('runs');
  const router = useRouter();
  const cache = useQueryClient();
  const say = useToast();
  const words = useErrorWords();
  const [asking, setAsking] = useState(false);
  const onError = (error: unknown) => say(words(error), { bad: true });
  const again = useMutation({
    mutationFn: () => startRun({ fromRun: view.run.id }),
    onSuccess: (run) => {
      void cache.invalidateQueries({ queryKey: keys.runs });
      router.push(`/runs/${encodeURIComponent(run.id)}`);
    },
    onError,
  });
  const cancel = useMutation({ mutationFn: () => cancelRun(view.run.id), onError });
  const open = !ENDED.has(view.run.status);
  const compareHref = `/runs/compare?a=${encodeURIComponent(view.run.id)}`;
  const workflowHref = `/workflows/${encodeURIComponent(view.run.workflowId)}`;
  const group = 'actions' as const;
  usePageActions([
    { id: 'again', group, label: t('again'), Icon: Copy, run: () => again.mutate() },
    ...(open ? [{ id: 'cancel', group, label: t('cancel'), Icon: Ban, run: () => setAsking(true) }] : []),
    {
      id: 'compare',
      group,
      label: t('compare.withTip'),
      Icon: GitCompareArrows,
      run: () => router.push(compareHref),
    },
    { id: 'workflow', group, label: t('openWorkflow'), Icon: Workflow, run: () => router.push(workflowHref) },
  ]);
  return (
    <>
      {open ? (
        <Button
          danger
          off={view.run.status === 'cancel_requested' || cancel.isPending}
          title={view.run.status === 'cancel_requested' ? t('cancelling') : undefined}
          onClick={() => setAsking(true)}
        >
          <Ban className="i" aria-hidden />
          {t('cancel')}
        </Button>
      ) : null}
      <Link prefetch={false} className="btn" href={compareHref} title={t('compare.withTip')}>
        <GitCompareArrows className="i" aria-hidden />
        {t('compare.with')}
      </Link>
      <Button
        look={view.run.status === 'failed' ? 'primary' : 'plain'}
        off={again.isPending}
        onClick={() => again.mutate()}
      >
        <Copy className="i" aria-hidden />
        {t('again')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('cancelTitle')}
        text={t('cancelText')}
        action={t('cancel')}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Shows itself only while the page may be behind the run. */
export function ConnectionLine({ stream }: { stream: Pick<RunStream, 'connection' | 'error' | 'retryNow'> }) {
  const t = useTranslations('runs');
  const { connection, error } = stream;
  const words = useErrorWords();
  const lost = connection.state === 'lost';
  const now = useNow(500, lost);
  if (!lost && !error) return null;
  const seconds = lost ? Math.max(0, Math.ceil((connection.retryAt - now) / 1000)) : 0;
  return (
    <div className="notice warn line" role="status">
      <WifiOff className="i" aria-hidden />
      <span className="text">{lost ? t('lost', { seconds }) : inOneText(words(error))}</span>
      <button type="button" className="link" onClick={() => (lost ? stream.retryNow() : location.reload())}>
        <RotateCw className="i" aria-hidden /> {t('tryNow')}
      </button>
    </div>
  );
}
