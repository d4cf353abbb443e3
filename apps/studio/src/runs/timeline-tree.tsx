'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { axisMarks, LAST, type Stretch } from '../run-state/timeline-axis';
import type { TimelineRow as RowData } from '../run-state/timeline-rows';
import { formatMark } from '../ui/time';
import { useWide } from '../ui/use-wide';
import type { NodeNames } from './node-names';
import { TimelineRow } from './timeline-row';

/** As in the style sheet: rows of one height need no measuring. */
const ROW = 28;
const TOUCH_ROW = 44;
const AXIS = 24;

export interface TimelineTreeProps {
  readonly names: NodeNames;
  readonly selected: string | undefined;
  readonly onSelect: (lane: string) => void;
  readonly rows: readonly RowData[];
  readonly axis: readonly Stretch[];
  readonly end: number;
  /** While the run goes on. */
  readonly now: number | undefined;
  readonly onToggle: (row: RowData) => void;
}

/** The rows under one axis, as a tree that the arrow keys walk, open and close. Only those in view are drawn. */
export function TimelineTree(props: TimelineTreeProps) {
  const { rows, selected } = props;
  const t = useTranslations('runs');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const wide = useWide();
  const height = wide ? ROW : TOUCH_ROW;
  const head = wide ? AXIS : 0;
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    scrollMargin: head,
    scrollPaddingStart: head,
  });
  const chosen = rows.findIndex((row) => row.kind !== 'iteration' && row.key === selected);
  const found = chosen >= 0;
  const place = useRef(chosen);
  place.current = chosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice scrolls; rows that come in above do not
  useEffect(() => {
    if (!found) return;
    setActive(place.current);
    virtual.scrollToIndex(place.current, { align: 'auto' });
  }, [selected, found, virtual]);
  const go = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const press = (row: RowData | undefined) => {
    if (!row) return;
    if (row.kind === 'iteration') props.onToggle(row);
    else props.onSelect(row.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 1);
    const next = stepOf(event.key, rows, active, page);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (next !== undefined) go(next);
    else if (event.key === 'Enter' || event.key === ' ') press(row);
    else if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && row) props.onToggle(row);
    else return;
    event.preventDefault();
  };
  const drawn = virtual.getVirtualItems();
  const at = `${id}-${active}`;
  return (
    <div
      className="lanes"
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={t('timeline.title')}
      aria-activedescendant={drawn.some(({ index }) => index === active) ? at : undefined}
      onKeyDown={onKeyDown}
    >
      <Axis axis={props.axis} />
      <div className="lanes-in" style={{ height: virtual.getTotalSize() }}>
        <Folds axis={props.axis} />
        {drawn.map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <TimelineRow
              names={props.names}
              axis={props.axis}
              end={props.end}
              now={props.now}
              selected={selected}
              key={key}
              row={row}
              id={`${id}-${index}`}
              index={index}
              count={rows.length}
              top={start - head}
              active={index === active}
              onPress={() => {
                setActive(index);
                press(row);
              }}
              onToggle={() => props.onToggle(row)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Where a key leads; undefined where it acts on the row itself, or means nothing here. */
function stepOf(key: string, rows: readonly RowData[], at: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return rows[at]?.open === false ? undefined : at + 1;
    case 'ArrowLeft':
      return rows[at]?.open === true ? undefined : holderOf(rows, at);
    default:
      return undefined;
  }
}

/** The row that holds another: the nearest one above that stands further out. */
function holderOf(rows: readonly RowData[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at;
  return index;
}

function Axis({ axis }: { axis: readonly Stretch[] }) {
  const locale = useLocale();
  return (
    <div className="axis" aria-hidden>
      <span className="ax">
        {axisMarks(axis).map((mark) => (
          <span
            key={mark.at}
            style={{ left: `${mark.at * 100}%` }}
            className={mark.at > LAST ? 'last' : undefined}
          >
            {formatMark(mark.ms, locale)}
          </span>
        ))}
      </span>
    </div>
  );
}

function Folds({ axis }: { axis: readonly Stretch[] }) {
  return (
    <div className="folds" aria-hidden>
      {axis
        .filter(({ folded }) => folded)
        .map(({ start, width }) => (
          <i key={start} style={{ left: `${start * 100}%`, width: `${width * 100}%` }} />
        ))}
    </div>
  );
}
