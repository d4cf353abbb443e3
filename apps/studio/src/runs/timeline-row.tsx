'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import type { Bar } from '../run-state/timeline';
import { placeOf, type Stretch, spanOf } from '../run-state/timeline-axis';
import type { TimelineRow as RowData } from '../run-state/timeline-rows';
import { NodeIcon } from '../ui/node-icon';
import { StatusIcon } from '../ui/status-badge';
import { formatDuration } from '../ui/time';
import type { NodeNames } from './node-names';

export interface TimelineRowProps {
  readonly row: RowData;
  readonly names: NodeNames;
  readonly axis: readonly Stretch[];
  readonly end: number;
  /** While the run goes on. */
  readonly now: number | undefined;
  readonly selected: string | undefined;
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly top: number;
  /** Where the arrow keys stand. */
  readonly active: boolean;
  readonly onPress: () => void;
  readonly onToggle: () => void;
}

/** A step, a loop or an iteration: its name and state, its bars, and how long it took. */
export function TimelineRow(props: TimelineRowProps) {
  const t = useTranslations('runs');
  const s = useTranslations('shell');
  const locale = useLocale();
  const { row, names, axis, end, now } = props;
  const { nodeId } = row.lane;
  const on = row.kind !== 'iteration' && row.key === props.selected;
  const word = s(`status.${row.status}`);
  const name =
    row.kind === 'iteration' ? t('iteration', { n: (row.path.at(-1) ?? 0) + 1 }) : names.name(nodeId);
  return (
    <button
      type="button"
      role="treeitem"
      id={props.id}
      tabIndex={-1}
      className={`gr${on ? ' on' : ''}${props.active ? ' at' : ''}`}
      style={{ transform: `translateY(${props.top}px)` }}
      aria-level={row.depth + 1}
      aria-setsize={props.count}
      aria-posinset={props.index + 1}
      aria-selected={on}
      aria-expanded={row.open}
      data-lane={row.key}
      onClick={props.onPress}
    >
      <span className="gn" style={{ paddingInlineStart: 8 + row.depth * 16 }}>
        {row.open === undefined ? (
          <span className="gt" />
        ) : (
          <Toggle open={row.open} onToggle={props.onToggle} />
        )}
        {row.kind === 'iteration' ? null : <NodeIcon type={names.type(nodeId)} />}
        <span className={row.kind === 'step' ? 'ell' : 'ell strong'}>{name}</span>
        {row.alone ? <span className="mut t11">{(row.path.at(-1) ?? 0) + 1}</span> : null}
        <span className={`st st-${row.status}`} title={row.lane.skippedBecause ?? word}>
          <StatusIcon status={row.status} />
          <span className="sr">{word}</span>
        </span>
      </span>
      <span className={row.kind === 'loop' ? `lane whole is-${row.status}` : 'lane'}>
        {row.bars.map((bar) => (
          <BarMark
            key={`${bar.from}-${bar.kind}`}
            bar={bar}
            axis={axis}
            end={now === undefined ? bar.from : end}
          />
        ))}
      </span>
      <span className="gd">{durationText(row.bars, now, locale)}</span>
    </button>
  );
}

/** For the mouse; the arrow keys do the same. */
function Toggle({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button must not stand in a button; keys are on the tree
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span
      className="gt"
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <Icon className="i" aria-hidden />
    </span>
  );
}

function BarMark({ bar, axis, end }: { bar: Bar; axis: readonly Stretch[]; end: number }) {
  const left = placeOf(axis, bar.from);
  const width = Math.max(0, placeOf(axis, bar.to ?? end) - left);
  return (
    <i
      className={`b-${bar.kind}${bar.to === undefined ? ' open' : ''}`}
      style={{ left: `min(${left * 100}%, calc(100% - 3px))`, width: `max(3px, ${width * 100}%)` }}
    />
  );
}

function durationText(bars: readonly Bar[], now: number | undefined, locale: string): string {
  const span = spanOf(bars, now);
  if (!span) return '';
  const ended = bars.every(({ to }) => to !== undefined);
  if (!ended && now === undefined) return '';
  const only = bars.length === 1 && bars[0]!.to === bars[0]!.from;
  return formatDuration(only ? 0 : span.to - span.from, locale);
}
