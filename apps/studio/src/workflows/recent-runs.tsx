'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { RunSummary } from '../api/types';
import { StatusBadge } from '../ui/status-badge';
import { RelativeTime } from '../ui/time';

const SHOWN = 14;

const BAR: Partial<Record<RunSummary['status'], string>> = {
  failed: 'f',
  awaiting_input: 'w',
  running: 'r',
  queued: 'r',
  cancelled: 'x',
  cancel_requested: 'x',
};

const time = (run: RunSummary) => {
  const [from, to] = [run.startedAt ?? run.createdAt, run.endedAt];
  return from && to ? Math.max(1, Date.parse(to) - Date.parse(from)) : undefined;
};

/** The last runs as bars, oldest first: height by duration (log), colour and a dot by status. */
export function RunSpark({ runs }: { runs: readonly RunSummary[] }) {
  const t = useTranslations('lists');
  const shown = runs.slice(0, SHOWN).reverse();
  const failed = shown.filter((run) => run.status === 'failed').length;
  return (
    <span className="spark" role="img" aria-label={t('spark', { count: shown.length, failed })}>
      {Array.from({ length: SHOWN - shown.length }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <i key={index} className="e" style={{ height: 8 }} />
      ))}
      {shown.map((run) => {
        const ms = time(run);
        const height = ms === undefined ? 22 : Math.min(22, 6 + Math.log10(ms) * 3.2);
        return <i key={run.id} className={BAR[run.status] ?? ''} style={{ height }} />;
      })}
    </span>
  );
}

export function LastRun({ run }: { run: RunSummary | undefined }) {
  const t = useTranslations('lists');
  if (!run) return <span className="mut t12">{t('never')}</span>;
  const at = run.endedAt ?? run.startedAt ?? run.createdAt;
  return (
    <Link prefetch={false} className="lr" href={`/runs/${encodeURIComponent(run.id)}`}>
      <StatusBadge status={run.status} />
      {at ? (
        <span className="mut t12">
          <RelativeTime at={at} />
        </span>
      ) : null}
    </Link>
  );
}
