'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, GitCompareArrows, X } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cancelRun } from '../api/client';
import { keys } from '../api/queries';
import type { RunSummary } from '../api/types';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useToast } from '../ui/toast';

/** Requests in flight at once: the service has other work too. */
const AT_ONCE = 4;

export const isOpenRun = ({ status }: Pick<RunSummary, 'status'>) =>
  status === 'queued' || status === 'running' || status === 'awaiting_input';

/** What can be done with the chosen runs: two are compared, those that go on are cancelled. */
export function RunSelection(props: { runs: readonly RunSummary[]; onClear: () => void }) {
  const t = useTranslations('lists');
  const cache = useQueryClient();
  const say = useToast();
  const [asking, setAsking] = useState(false);
  const open = props.runs.filter(isOpenRun);
  const cancel = useMutation({
    mutationFn: () => cancelAll(open.map(({ id }) => id)),
    onSuccess: (refused) => {
      void cache.invalidateQueries({ queryKey: keys.runs });
      say(t('bulk.done', { count: open.length - refused, refused }), { bad: refused > 0 });
      props.onClear();
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
      <Button size="small" look="ghost" onClick={props.onClear}>
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

/** Cancels each; answers how many were refused, mostly because they had ended meanwhile. */
async function cancelAll(ids: readonly string[]): Promise<number> {
  const left = [...ids];
  let refused = 0;
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await cancelRun(id).catch(() => {
        refused += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return refused;
}
