'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import type { RunSummary } from '../api/types';
import { useProblemWords } from '../i18n/problem-words';
import { StatusBadge } from '../ui/status-badge';
import { Elapsed, formatDuration, Time } from '../ui/time';
import { VersionBadge } from '../ui/version-badge';
import { walkRows } from '../ui/walk-rows';
import { isOpenRun } from './run-selection';
import { shortId } from './short-id';

export interface RunTableProps {
  readonly runs: readonly RunSummary[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Runs in rows. Up and down go from run to run, Space chooses, Enter opens. */
export function RunTable({ runs, chosen, onChoose }: RunTableProps) {
  const t = useTranslations('lists');
  const all = runs.length > 0 && runs.every(({ id }) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <table className="run-table">
      <thead>
        <tr>
          <th className="pick">
            <label className="pick-hit">
              <input
                type="checkbox"
                aria-label={t('bulk.all')}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && chosen.size > 0;
                }}
                onChange={() => onChoose(new Set(all ? [] : runs.map(({ id }) => id)))}
              />
            </label>
          </th>
          <th>{t('column.status')}</th>
          <th>{t('column.workflow')}</th>
          <th className="opt">{t('column.version')}</th>
          <th className="opt">{t('column.run')}</th>
          <th>{t('column.started')}</th>
          <th className="end opt">{t('column.took')}</th>
        </tr>
      </thead>
      <tbody onKeyDown={(event) => onRowKey(event, toggle)}>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} chosen={chosen.has(run.id)} onToggle={() => toggle(run.id)} />
        ))}
      </tbody>
    </table>
  );
}

function onRowKey(event: KeyboardEvent<HTMLElement>, toggle: (id: string) => void): void {
  if (walkRows(event, 'tr', '.cover') || event.key !== ' ') return;
  const row = (event.target as HTMLElement).closest('tr');
  if (!row || !(event.target as HTMLElement).matches('.cover')) return;
  event.preventDefault();
  toggle(row.dataset.run ?? '');
}

function RunRow({ run, chosen, onToggle }: { run: RunSummary; chosen: boolean; onToggle: () => void }) {
  const t = useTranslations('runs');
  const l = useTranslations('lists');
  const words = useProblemWords('errors');
  const locale = useLocale();
  const note = run.error ? words(run.error).lead : runNote(run, t);
  const from = run.startedAt ?? run.createdAt;
  const took = from && run.endedAt ? Date.parse(run.endedAt) - Date.parse(from) : undefined;
  return (
    <tr data-run={run.id} className={chosen ? 'chosen' : undefined}>
      <td className="pick">
        <label className="pick-hit">
          <input
            type="checkbox"
            checked={chosen}
            onChange={onToggle}
            aria-label={l('bulk.choose', { id: shortId(run.id) })}
          />
        </label>
      </td>
      <td>
        <Link prefetch={false} className="cover" href={`/runs/${encodeURIComponent(run.id)}`}>
          <StatusBadge status={run.status} pill />
          <span className="sr">{t('openRun', { id: run.id })}</span>
        </Link>
      </td>
      <td className="nm2">
        <b className="ell">{run.workflowName || run.workflowId}</b>
        {note === undefined ? null : <span className="ell">{note}</span>}
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
        ) : from && (isOpenRun(run) || run.status === 'cancel_requested') ? (
          <Elapsed from={from} />
        ) : (
          '·'
        )}
      </td>
    </tr>
  );
}

/** Whom it waits for or where it comes from; its id stands in a column of its own. */
function runNote(run: RunSummary, t: ReturnType<typeof useTranslations<'runs'>>): string | undefined {
  if (run.waitReason) return t(`wait.${run.waitReason}`);
  return run.parentRunId ? t('childOf', { id: shortId(run.parentRunId) }) : undefined;
}
