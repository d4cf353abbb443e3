'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { JsonValue } from '../api/types';
import { CopyButton } from './copy-button';
import { asTable } from './json-path';
import { JsonTree } from './json-tree';
import { SearchField } from './search-field';
import { Segmented } from './segmented';

type View = 'tree' | 'table' | 'json';

/** Text beyond this is cut in the JSON view; the whole is copied. */
const TEXT_LIMIT = 200_000;
const ROW_LIMIT = 200;

/** A value as tree, table (where it is one) or JSON, with search and copy. `root` starts the paths that are copied. */
export function JsonViewer(props: {
  title: string;
  value: JsonValue;
  root?: string;
  prefer?: View;
  /** Stands between the head and the value, such as what is shown only in part. */
  note?: ReactNode;
}) {
  const t = useTranslations('runs');
  const [view, setView] = useState<View>(props.prefer ?? 'tree');
  const [search, setSearch] = useState('');
  const needle = useDeferredValue(search.trim().toLowerCase());
  const table = useMemo(() => asTable(props.value), [props.value]);
  const options = (['tree', ...(table ? ['table' as const] : []), 'json'] as const).map((id) => ({
    id,
    label: t(`json.${id}`),
  }));
  const shown = view === 'table' && !table ? 'tree' : view;
  return (
    <section className="json">
      <div className="json-head">
        <h3>{props.title}</h3>
        <span className="sp" />
        <SearchField
          label={t('json.search')}
          value={search}
          onChange={setSearch}
          className="in json-search"
        />
        <Segmented label={t('json.view')} value={shown} options={options} onChange={setView} />
        <CopyButton text={() => JSON.stringify(props.value, null, 2)} label={t('json.copy')} />
      </div>
      {props.note}
      {shown === 'tree' ? <JsonTree value={props.value} root={props.root ?? ''} needle={needle} /> : null}
      {shown === 'json' ? <JsonText value={props.value} /> : null}
      {shown === 'table' && table ? <JsonTable {...table} needle={needle} /> : null}
    </section>
  );
}

function JsonText({ value }: { value: JsonValue }) {
  const t = useTranslations('runs');
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre className="json-text" tabIndex={0}>
      {text.slice(0, TEXT_LIMIT)}
      {text.length > TEXT_LIMIT ? `\n… ${t('json.cut', { count: text.length - TEXT_LIMIT })}` : null}
    </pre>
  );
}

function JsonTable(props: { columns: string[]; rows: { [key: string]: JsonValue }[]; needle: string }) {
  const t = useTranslations('runs');
  const rows = props.needle
    ? props.rows.filter((row) => JSON.stringify(row).toLowerCase().includes(props.needle))
    : props.rows;
  return (
    <div className="json-table">
      <table>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} className={typeof props.rows[0]?.[column] === 'number' ? 'end' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROW_LIMIT).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of data have no identity but their place
            <tr key={index}>
              {props.columns.map((column) => (
                <td key={column} className={typeof row[column] === 'number' ? 'end' : undefined}>
                  {cellText(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROW_LIMIT ? (
        <p className="help">{t('json.more', { count: rows.length - ROW_LIMIT })}</p>
      ) : null}
    </div>
  );
}

function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
