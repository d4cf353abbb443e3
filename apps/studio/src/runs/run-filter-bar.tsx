'use client';

import { Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useWorkflows } from '../api/queries';
import type { RunStatus } from '../api/types';
import { Button } from '../ui/button';
import { StatusIcon } from '../ui/status-badge';
import { isFiltered, NO_FILTERS, PERIODS, type Period, type RunFilters } from './run-filters';

/** Those that people look for; `queued` and `cancel_requested` last too short. */
export const FILTERED_STATUSES = [
  'running',
  'awaiting_input',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly RunStatus[];
/** A pause in typing this long asks the service. */
const PAUSE_MS = 300;

export function RunFilterBar(props: { filters: RunFilters; onChange: (filters: RunFilters) => void }) {
  const t = useTranslations('lists');
  const s = useTranslations('shell');
  const { filters, onChange } = props;
  const toggle = (status: RunStatus) => {
    const on = filters.status.includes(status);
    const next = FILTERED_STATUSES.filter((each) => (each === status ? !on : filters.status.includes(each)));
    onChange({ ...filters, status: next });
  };
  return (
    <search className="rf">
      <SearchField value={filters.search} onChange={(search) => onChange({ ...filters, search })} />
      <fieldset className="rf-status">
        <legend className="sr">{t('filter')}</legend>
        {FILTERED_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className="btn sm"
            aria-pressed={filters.status.includes(status)}
            onClick={() => toggle(status)}
          >
            <span className={`st st-${status}`}>
              <StatusIcon status={status} />
            </span>
            {s(`status.${status}`)}
          </button>
        ))}
      </fieldset>
      <WorkflowField value={filters.workflow} onChange={(workflow) => onChange({ ...filters, workflow })} />
      <select
        className="in"
        aria-label={t('period.label')}
        value={filters.period ?? ''}
        onChange={({ target }) =>
          onChange({ ...filters, period: (target.value || undefined) as Period | undefined })
        }
      >
        <option value="">{t('period.all')}</option>
        {(Object.keys(PERIODS) as Period[]).map((period) => (
          <option key={period} value={period}>
            {t(`period.${period}`)}
          </option>
        ))}
      </select>
      {isFiltered(filters) ? (
        <Button size="small" look="ghost" onClick={() => onChange(NO_FILTERS)}>
          <X className="i" aria-hidden />
          {t('clearFilters')}
        </Button>
      ) : null}
    </search>
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('lists');
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While somebody types here the address follows, also with a delay; it never takes back what was typed since.
    if (document.activeElement !== field.current) setText(value);
  }, [value]);
  useEffect(() => {
    if (text.trim() === value.trim()) return;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <span className="in-icon">
      <Search className="i" aria-hidden />
      <input
        ref={field}
        className="in"
        type="search"
        value={text}
        maxLength={200}
        aria-label={t('searchRuns')}
        placeholder={t('searchRuns')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text);
        }}
      />
    </span>
  );
}

function WorkflowField(props: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const t = useTranslations('lists');
  const workflows = useWorkflows(true).data?.pages.flatMap((page) => page.items) ?? [];
  const { value } = props;
  return (
    <select
      className="in"
      aria-label={t('column.workflow')}
      value={value ?? ''}
      onChange={({ target }) => props.onChange(target.value || undefined)}
    >
      <option value="">{t('allWorkflows')}</option>
      {value !== undefined && !workflows.some(({ id }) => id === value) ? (
        <option value={value}>{value}</option>
      ) : null}
      {workflows.map(({ id, name }) => (
        <option key={id} value={id}>
          {name || id}
        </option>
      ))}
    </select>
  );
}
