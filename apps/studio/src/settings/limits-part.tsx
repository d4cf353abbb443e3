'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { getLimits, setLimit, setWorkflowLimit } from '../api/client';
import { keys, useWorkflows } from '../api/queries';
import { useErrorWords } from '../i18n/problem-words';
import { Button } from '../ui/button';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { useToast } from '../ui/toast';
import { type LimitRow, limitRows, MOST_RUNNING, parseLimit } from './limit-rows';

/** How often the counts are asked anew while they are looked at. */
const REFRESH_MS = 4_000;

/** How many runs may run at the same time, and how many do. */
export function LimitsPart() {
  const t = useTranslations('settings.limits');
  const locale = useLocale();
  const limits = useQuery({ queryKey: keys.limits, queryFn: getLimits, refetchInterval: REFRESH_MS });
  const workflows = useWorkflows();
  const known = useMemo(() => workflows.data?.pages.flatMap((page) => page.items) ?? [], [workflows.data]);
  const [search, setSearch] = useState('');
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
        <span className="in-icon">
          <Search className="i" aria-hidden />
          <input
            className="in"
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
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

function LimitField({ row }: { row: LimitRow }) {
  const t = useTranslations('settings.limits');
  const locale = useLocale();
  const cache = useQueryClient();
  const say = useToast();
  const words = useErrorWords();
  const note = useId();
  const [text, setText] = useState(() => shownLimit(row.maxRunning));
  useEffect(() => setText(shownLimit(row.maxRunning)), [row.maxRunning]);
  const wanted = parseLimit(text);
  const set = useMutation({
    mutationFn: (maxRunning: number | null) =>
      row.workflowId === undefined ? setLimit(maxRunning) : setWorkflowLimit(row.workflowId, maxRunning),
    onSuccess: async (_, maxRunning) => {
      await cache.invalidateQueries({ queryKey: keys.limits });
      const { name } = row;
      say(maxRunning === null ? t('removed', { name }) : t('saved', { name, count: maxRunning }));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== undefined && wanted !== row.maxRunning && !set.isPending) set.mutate(wanted);
  };
  const wrong = wanted === undefined;
  return (
    <form className="set-limit" onSubmit={submit}>
      <input
        className="in"
        inputMode="numeric"
        aria-label={t('field', { name: row.name })}
        aria-invalid={wrong || undefined}
        aria-describedby={note}
        placeholder={t('none')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wanted !== row.maxRunning ? (
        <Button type="submit" size="small" off={wrong || set.isPending}>
          {t('set')}
        </Button>
      ) : null}
      <span id={note} className="msg-e" role="status">
        {wrong ? t('wrong', { most: MOST_RUNNING.toLocaleString(locale) }) : null}
        {set.error && !wrong ? words(set.error).lead : null}
      </span>
    </form>
  );
}

const shownLimit = (limit: number | null) => (limit === null ? '' : String(limit));
