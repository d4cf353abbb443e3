'use client';

import { ListFilter } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { EventEnvelope } from '../api/types';
import { inOneText, type ProblemWords, type ServerWords, useProblemWords } from '../i18n/problem-words';
import { laneKey } from '../run-state/timeline';
import { Button } from '../ui/button';
import { Time } from '../ui/time';
import { iterationText, type NodeNames } from './node-names';
import { useSkipWords } from './skip-words';

const STEP = 200;

export interface EventLogProps {
  readonly log: {
    readonly events: readonly EventEnvelope[];
    readonly hasMore: boolean;
    readonly loadMore: () => void;
  };
  readonly names: NodeNames;
  /** Only the events of this step, when one was chosen. */
  readonly lane: string | undefined;
  readonly onClear: () => void;
  readonly onSelect: (lane: string) => void;
}

/** The log itself, newest first; each event once. */
export function EventLog({ log, names, lane, onClear, onSelect }: EventLogProps) {
  const t = useTranslations('runs');
  const [shown, setShown] = useState(STEP);
  const events = useMemo(() => {
    const wanted = lane
      ? log.events.filter((event) => event.nodeId && laneKey(event.nodeId, event.iterationPath) === lane)
      : log.events;
    return [...wanted].reverse();
  }, [log.events, lane]);
  return (
    <section className="panel event-panel">
      <div className="ph">
        <h3>{t('events')}</h3>
        <span className="chip">{events.length}</span>
        <span className="sp" />
        {lane ? (
          <Button size="small" onClick={onClear} title={t('allEvents')}>
            <ListFilter className="i" aria-hidden />
            {names.name(lane.slice(0, lane.indexOf('~')))} ×
          </Button>
        ) : null}
      </div>
      <ol className="evs" reversed>
        {events.slice(0, shown).map((event) => (
          <li key={event.seq} className="ev" data-seq={event.seq}>
            <span className="mut end">{event.seq}</span>
            <Time at={event.occurredAt} className="mut" />
            <code>{event.type}</code>
            <EventText event={event} names={names} onSelect={onSelect} />
          </li>
        ))}
      </ol>
      {events.length > shown || log.hasMore ? (
        <div className="more">
          <Button
            size="small"
            onClick={() => {
              setShown(shown + STEP);
              if (log.hasMore) log.loadMore();
            }}
          >
            {t('moreEvents')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function EventText({
  event,
  names,
  onSelect,
}: {
  event: EventEnvelope;
  names: NodeNames;
  onSelect: (lane: string) => void;
}) {
  const t = useTranslations('runs');
  const { nodeId } = event;
  const words = useProblemWords('errors');
  const skipWords = useSkipWords(names.name);
  const note =
    event.type === 'node.skipped' ? skipWords(String(event.data.reason ?? '')) : noteOf(event, words);
  if (nodeId === undefined) return <span className="ell">{note}</span>;
  const place = event.iterationPath ? ` [${iterationText(event.iterationPath)}]` : '';
  const attempt = (event.attempt ?? 1) > 1 ? ` ${t('attempt', { n: event.attempt ?? 1 })}` : '';
  const name = `${names.name(nodeId)}${place}${attempt}`;
  return (
    <button type="button" className="ev-b ell" onClick={() => onSelect(laneKey(nodeId, event.iterationPath))}>
      {note ? t('eventNote', { name, note }) : name}
    </button>
  );
}

function noteOf({ data }: EventEnvelope, words: (problem: ServerWords) => ProblemWords): string {
  const error = data.error as ServerWords | undefined;
  const candidates = [
    error && inOneText(words(error)),
    data.reason,
    data.text,
    data.decision,
    data.outcome,
    data.handle,
    data.waitReason,
  ];
  const found = candidates.find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? found : '';
}
