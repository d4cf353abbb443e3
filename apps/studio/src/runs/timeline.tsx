'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { RunView } from '../run-state/run-view';
import { timelineOf } from '../run-state/timeline';
import { axisOf, spanOf } from '../run-state/timeline-axis';
import { timelineRows } from '../run-state/timeline-rows';
import { useNow } from '../ui/time';
import type { NodeNames } from './node-names';
import { TimelineTree } from './timeline-tree';

const OPEN = new Set(['queued', 'running', 'awaiting_input', 'cancel_requested']);

export interface TimelineProps {
  readonly names: NodeNames;
  readonly view: RunView;
  readonly selected: string | undefined;
  readonly onSelect: (lane: string) => void;
}

/**
 * A row per step with its attempts on one axis; long waits are folded, iterations nest under their loop and close. Only
 * the rows in view are drawn, so a run of thousands of steps opens and scrolls like a small one.
 */
export function Timeline({ names, view, selected, onSelect }: TimelineProps) {
  const t = useTranslations('runs');
  const live = OPEN.has(view.run.status);
  const now = useNow(1000, live);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const lanes = useMemo(() => timelineOf(view.nodeRuns.values()), [view.nodeRuns]);
  const rows = useMemo(
    () => timelineRows(lanes, { parentOf: (id) => names.node(id)?.parentId, toggled, selected }),
    [lanes, names, toggled, selected],
  );
  const { axis, end } = useMemo(() => {
    // A loop is at work while it waits for what is inside it, so its own bar must not keep waits from folding.
    const bars = lanes.filter((lane) => names.type(lane.nodeId) !== 'loop').flatMap((lane) => lane.bars);
    const span = spanOf(bars, live ? now : undefined);
    return { axis: span ? axisOf(bars, span.from, span.to) : [], end: span?.to ?? 0 };
  }, [lanes, names, now, live]);
  const unreached = live
    ? []
    : (names.graph?.nodes ?? []).filter(
        (node) => node.parentId === undefined && !lanes.some((lane) => lane.nodeId === node.id),
      );
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
      {rows.length === 0 ? <p className="mut pad12">{t('timeline.empty')}</p> : null}
      <TimelineTree
        rows={rows}
        axis={axis}
        end={end}
        now={live ? now : undefined}
        names={names}
        selected={selected}
        onSelect={onSelect}
        onToggle={(row) => setToggled(new Map(toggled).set(row.key, !row.open))}
      />
      {unreached.length > 0 ? (
        <p className="unreached t12">
          <span className="ell">{unreached.map(({ id }) => names.name(id)).join(t('skip.and'))}</span>
          <span className="mut">{t('timeline.unreached')}</span>
        </p>
      ) : null}
    </section>
  );
}

function Legend() {
  const t = useTranslations('runs');
  return (
    <span className="legend t11">
      {(['work', 'failed', 'backoff', 'waiting'] as const).map((kind) => (
        <span key={kind}>
          <i className={`b-${kind}`} />
          {t(`timeline.${kind}`)}
        </span>
      ))}
    </span>
  );
}
