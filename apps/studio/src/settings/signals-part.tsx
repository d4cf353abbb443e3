'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Radio, Send, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { listSignals } from '../api/client';
import { keys } from '../api/queries';
import type { Signal } from '../api/types';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { SearchField } from '../ui/search-field';
import { Skeleton } from '../ui/skeleton';
import { Time } from '../ui/time';
import { SendSignalDialog } from './send-signal-dialog';
import { LONGEST_KEY, LONGEST_NAME } from './signal-bounds';

/** The signals that are kept, newest first: a run that begins to wait meanwhile still gets them. */
export function SignalsPart() {
  const t = useTranslations('settings.signals');
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [sending, setSending] = useState(false);
  const filter = { name: useDeferredValue(name.trim()), key: useDeferredValue(key.trim()) };
  const signals = useInfiniteQuery({
    queryKey: [...keys.signals, filter],
    queryFn: ({ pageParam }) => listSignals({ ...filter, cursor: pageParam }),
    initialPageParam: undefined as string | null | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 5_000,
  });
  const items = signals.data?.pages.flatMap((page) => page.items) ?? [];
  const filtered = filter.name !== '' || filter.key !== '';
  return (
    <>
      <div className="set-head">
        <p>{t('about')}</p>
        <SearchField label={t('name')} value={name} onChange={setName} maxLength={LONGEST_NAME} />
        <SearchField label={t('key')} value={key} onChange={setKey} maxLength={LONGEST_KEY} />
        <Button look="primary" onClick={() => setSending(true)}>
          <Send className="i" aria-hidden />
          {t('send')}
        </Button>
      </div>
      {signals.isPending ? <Skeleton rows={5} label={t('loading')} /> : null}
      {signals.error ? <ErrorNotice error={signals.error} retry={() => void signals.refetch()} /> : null}
      {items.length > 0 ? <SignalTable signals={items} /> : null}
      {signals.isSuccess && items.length === 0 ? (
        <EmptyState
          Icon={Radio}
          title={t(filtered ? 'nothingFound' : 'nothing')}
          text={t(filtered ? 'exactly' : 'nothingText')}
        >
          {filtered ? (
            <Button
              onClick={() => {
                setName('');
                setKey('');
              }}
            >
              <X className="i" aria-hidden />
              {t('clear')}
            </Button>
          ) : null}
        </EmptyState>
      ) : null}
      {signals.hasNextPage ? (
        <div className="more">
          <Button onClick={() => void signals.fetchNextPage()}>{t('more')}</Button>
        </div>
      ) : null}
      {sending ? <SendSignalDialog onClose={() => setSending(false)} /> : null}
    </>
  );
}

function SignalTable({ signals }: { signals: readonly Signal[] }) {
  const t = useTranslations('settings.signals');
  return (
    <table className="set-table">
      <thead>
        <tr>
          <th>{t('name')}</th>
          <th>{t('key')}</th>
          <th>{t('payload')}</th>
          <th className="opt">{t('by')}</th>
          <th>{t('at')}</th>
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <tr key={signal.signalId}>
            <td>
              <b>{signal.name}</b>
            </td>
            <td>
              <code>{signal.key}</code>
            </td>
            <td className="set-payload">
              <span>
                <code className="ell mut">{JSON.stringify(signal.payload)}</code>
                <CopyButton text={() => JSON.stringify(signal.payload, null, 2)} label={t('copy')} />
              </span>
            </td>
            <td className="opt mut">{signal.sentBy}</td>
            <td>
              <Time at={signal.receivedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
