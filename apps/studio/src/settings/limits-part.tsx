'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { getLimits } from '../api/client';
import { keys, useWorkflows } from '../api/queries';
import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { SearchField } from '../ui/search-field';
import { Skeleton } from '../ui/skeleton';
import { LimitField } from './limit-field';
import { type LimitRow, limitRows } from './limit-rows';

/** How often the counts are asked anew while they are looked at. */
const REFRESH_MS = 4_000;

/** How many runs may run at the same time, and how many do. */
export function LimitsPart() {
  const t = useTranslations('settings.limits');
  const locale = useLocale();
  const limits = useQuery({ queryKey: keys.limits, queryFn: getLimits, refetchInterval: REFRESH_MS });
  const [search, setSearch] = useState('');
  const workflows = useWorkflows(search.trim() !== '');
  const known = useMemo(() => workflows.data?.pages.flatMap((page) => page.items) ?? [], [workflows.data]);
  const rows = useMemo(
    () => limits.data && limitRows(limits.data, known, { workspace: t('workspace'), locale }),
    [limits.data, known, t, locale],
  );
  const needle = search.trim().toLowerCase();
  const shown = rows?.workflows.filter(({ name, workflowId = '' }) =>
    [name, workflowId].some((text) => text.toLowerCase().includes(needle)),
  );
  return (
    <>
      <div className="set-head">
        <p>{t('about')}</p>
        <SearchField label={t('search')} value={search} onChange={setSearch} />
      </div>
      {limits.isPending ? <Skeleton rows={5} label={t('loading')} /> : null}
      {limits.error ? <ErrorNotice error={limits.error} retry={() => void limits.refetch()} /> : null}
      {rows && shown ? (
        <table className="set-table">
          <thead>
            <tr>
              <th>{t('workflow')}</th>
              <th className="end">{t('running')}</th>
              <th className="end opt">{t('queued')}</th>
              <th className="end opt">{t('waiting')}</th>
              <th>{t('limit')}</th>
            </tr>
          </thead>
          <tbody>
            <Row row={rows.whole} />
            {shown.map((row) => (
              <Row key={row.workflowId} row={row} />
            ))}
          </tbody>
        </table>
      ) : null}
      {workflows.hasNextPage ? (
        <div className="more">
          <Button onClick={() => void workflows.fetchNextPage()}>{t('more')}</Button>
        </div>
      ) : null}
    </>
  );
}

function Row({ row }: { row: LimitRow }) {
  const t = useTranslations('settings.limits');
  const locale = useLocale();
  const { workflowId, open, maxRunning } = row;
  const full = maxRunning !== null && open.running >= maxRunning;
  const count = (value: number) =>
    value === 0 ? <span className="mut">·</span> : value.toLocaleString(locale);
  return (
    <tr className={workflowId === undefined ? 'set-whole' : undefined}>
      <td className="nm2">
        {workflowId === undefined ? (
          <b className="ell">{row.name}</b>
        ) : (
          <Link
            prefetch={false}
            className="ell"
            href={`/runs?workflow=${encodeURIComponent(workflowId)}&status=queued,running,awaiting_input`}
            title={t('show', { name: row.name })}
          >
            {row.name}
          </Link>
        )}
      </td>
      <td className="end">
        <span className={full ? 'st st-awaiting_input' : undefined} title={full ? t('full') : undefined}>
          {count(open.running)}
          {maxRunning === null ? null : (
            <span className="mut"> {t('of', { count: maxRunning.toLocaleString(locale) })}</span>
          )}
        </span>
      </td>
      <td className="end opt">{count(open.queued)}</td>
      <td className="end opt">{count(open.waiting)}</td>
      <td>
        <LimitField row={row} />
      </td>
    </tr>
  );
}
