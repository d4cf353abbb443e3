'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { RunView } from '../run-state/run-view';
import { axisOf, type Bar, type Lane, placeOf, type Stretch } from '../run-state/timeline';
import { NodeIcon } from '../ui/node-icon';
import { StatusIcon } from '../ui/status-badge';
import { formatDuration, useNow } from '../ui/time';
import { iterationText, type NodeNames } from './node-names';

/** More lanes than this are not drawn at once. */
const MOST_LANES = 500;

const OPEN = new Set(['queued', 'running', 'awaiting_input', 'cancel_requested']);

export interface TimelineProps {
  readonly lanes: readonly Lane[];
  readonly names: NodeNames;
  readonly view: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (lane: string) => void;
}

/** A row per step and iteration with its attempts on one axis; long waits are folded. */
export function Timeline({ lanes, names, view, selected, onSelect }: TimelineProps) {
  const t = useTranslations('runs');
  const s = useTranslations('shell');
  const locale = useLocale();
  const live = OPEN.has(view.run.status);
  const now = useNow(1000, live);
  const { axis, end } = useMemo(() => {
    const starts = lanes.flatMap((lane) => lane.bars.map((bar) => bar.from));
    const ends = lanes.flatMap((lane) => lane.bars.map((bar) => bar.to ?? (live ? now : bar.from)));
    const from = Math.min(...starts);
    const to = Math.max(...ends, from + 1);
    return { axis: Number.isFinite(from) ? axisOf(lanes, from, to) : [], end: to };
  }, [lanes, now, live]);
  return (
    <section className="panel timeline">
      <div className="ph">
        <h3>{t('timeline.title')}</h3>
        {axis.some((stretch) => stretch.folded) ? (
          <span className="t11 mut ell">{t('timeline.folded')}</span>
        ) : null}
        <span className="sp" />
        <Legend />
      </div>
      {lanes.length === 0 ? <p className="mut pad12">{t('timeline.empty')}</p> : null}
      <Axis axis={axis} />
      <ul className="lanes">
        {lanes.slice(0, MOST_LANES).map((lane) => (
          <li key={lane.key}>
            <button
              type="button"
              className={lane.key === selected ? 'gr on' : 'gr'}
              aria-pressed={lane.key === selected}
              onClick={() => onSelect(lane.key)}
            >
              <span className="gn" style={{ paddingInlineStart: 12 + lane.iterationPath.length * 14 }}>
                <NodeIcon type={names.type(lane.nodeId)} />
                <span className="ell">{names.name(lane.nodeId)}</span>
                {lane.iterationPath.length > 0 ? (
                  <span className="mut t11">{iterationText(lane.iterationPath)}</span>
                ) : null}
                <span
                  className={`st st-${lane.status}`}
                  title={lane.skippedBecause ?? s(`status.${lane.status}`)}
                >
                  <StatusIcon status={lane.status} />
                  <span className="sr">{s(`status.${lane.status}`)}</span>
                </span>
              </span>
              <span className={names.type(lane.nodeId) === 'loop' ? 'lane whole' : 'lane'}>
                {lane.bars.map((bar) => (
                  <BarMark
                    key={`${bar.from}-${bar.kind}`}
                    bar={bar}
                    axis={axis}
                    end={live ? end : bar.from}
                  />
                ))}
              </span>
              <span className="gd">{durationText(lane, live ? now : undefined, locale)}</span>
            </button>
          </li>
        ))}
      </ul>
      {lanes.length > MOST_LANES ? (
        <p className="mut t12 pad12">{t('timeline.more', { count: lanes.length - MOST_LANES })}</p>
      ) : null}
    </section>
  );
}

function Legend() {
  const t = useTranslations('runs');
  return (
    <span className="legend t11">
      {(['work', 'failed', 'waiting'] as const).map((kind) => (
        <span key={kind}>
          <i className={`b-${kind}`} />
          {t(`timeline.${kind}`)}
        </span>
      ))}
    </span>
  );
}

function BarMark({ bar, axis, end }: { bar: Bar; axis: readonly Stretch[]; end: number }) {
  const left = placeOf(axis, bar.from);
  const width = Math.max(0, placeOf(axis, bar.to ?? end) - left);
  return (
    <i
      className={`b-${bar.kind}${bar.to === undefined ? ' open' : ''}`}
      style={{ left: `${left * 100}%`, width: `max(3px, ${width * 100}%)` }}
    />
  );
}

function Axis({ axis }: { axis: readonly Stretch[] }) {
  const locale = useLocale();
  const first = axis[0];
  if (!first) return null;
  const marks = axis
    .flatMap((stretch) => [
      { at: stretch.start, ms: stretch.from - first.from },
      { at: stretch.start + stretch.width, ms: stretch.to - first.from },
    ])
    .filter((mark, index, all) => index === 0 || mark.at - (all[index - 1]?.at ?? 0) > 0.12);
  return (
    <div className="axis" aria-hidden>
      <span className="ax">
        {marks.map((mark) => (
          <span
            key={mark.at}
            style={{ left: `${mark.at * 100}%` }}
            className={mark.at > 0.95 ? 'last' : undefined}
          >
            {formatDuration(mark.ms, locale)}
          </span>
        ))}
      </span>
    </div>
  );
}

function durationText(lane: Lane, now: number | undefined, locale: string): string {
  const first = lane.bars[0];
  const last = lane.bars.at(-1);
  if (!first || !last) return '';
  const to = last.to ?? now;
  return to === undefined ? '' : formatDuration(Math.max(0, to - first.from), locale);
}
