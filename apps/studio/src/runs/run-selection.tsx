'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, GitCompareArrows, X } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cancelRun } from '../api/client';
import { keys } from '../api/queries';
import type { RunSummary } from '../api/types';
import { useErrorWords } from '../i18n/problem-words';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useToast } from '../ui/toast';
import { cancelRuns } from './cancel-runs';

export const isOpenRun = ({ status }: Pick<RunSummary, 'status'>) =>
  status === 'queued' || status === 'running' || status === 'awaiting_input';

/** What can be done with the chosen runs: two are compared, those that go on are cancelled. */
export function RunSelection(props: {
  runs: readonly RunSummary[];
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useTranslations('lists');
  const cache = useQueryClient();
  const say = useToast();
  const words = useErrorWords();
  const [asking, setAsking] = useState(false);
  const open = props.runs.filter(isOpenRun);
  const cancel = useMutation({
    mutationFn: () =>
      cancelRuns(
        open.map(({ id }) => id),
        cancelRun,
      ),
    onSuccess: ({ cancelled, ended, failed, error }) => {
      void cache.invalidateQueries({ queryKey: keys.runs });
      if (cancelled + ended > 0) say(t('bulk.done', { count: cancelled, ended }));
      if (failed.length > 0) {
        const { lead, ...rest } = words(error);
        say({ lead: t('bulk.failed', { count: failed.length, why: lead }), ...rest }, { bad: true });
      }
      props.onChoose(new Set(failed));
    },
  });
  const [a, b] = props.runs;
  return (
    <section className="bulk" aria-label={t('bulk.label')}>
      <b role="status">{t('bulk.chosen', { count: props.runs.length })}</b>
      {props.runs.length === 2 && a && b ? (
        <Link
          prefetch={false}
          className="btn sm"
          href={`/runs/compare?a=${encodeURIComponent(b.id)}&b=${encodeURIComponent(a.id)}`}
        >
          <GitCompareArrows className="i" aria-hidden />
          {t('bulk.compare')}
        </Link>
      ) : (
        <Button size="small" off title={t('bulk.compareTwo')}>
          <GitCompareArrows className="i" aria-hidden />
          {t('bulk.compare')}
        </Button>
      )}
      <Button
        size="small"
        danger
        off={open.length === 0 || cancel.isPending}
        title={open.length === 0 ? t('bulk.noneOpen') : undefined}
        onClick={() => setAsking(true)}
      >
        <Ban className="i" aria-hidden />
        {t('bulk.cancel', { count: open.length })}
      </Button>
      <Button size="small" look="ghost" onClick={() => props.onChoose(new Set())}>
        <X className="i" aria-hidden />
        {t('bulk.clear')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('bulk.cancelTitle', { count: open.length })}
        text={t('bulk.cancelText')}
        action={t('bulk.cancel', { count: open.length })}
        onConfirm={() => cancel.mutate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
