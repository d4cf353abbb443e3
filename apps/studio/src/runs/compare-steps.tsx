'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { NodeRun } from '../api/types';
import { type ComparedStep, tokensOf, tookMs } from '../run-state/compare-runs';
import { NodeIcon } from '../ui/node-icon';
import { StatusBadge } from '../ui/status-badge';
import { formatDuration } from '../ui/time';
import { type NodeNames, stepName } from './node-names';
import { SameSign } from './same-sign';

/** As in the style sheet: rows of one height need no measuring. */
const ROW = 32;

/** All steps of both; only those in view are drawn. */
export function CompareSteps(props: {
  steps: readonly ComparedStep[];
  names: NodeNames;
  shown: string | undefined;
  first: string | undefined;
  onChoose: (key: string) => void;
}) {
  const t = useTranslations('runs');
  const box = useRef<HTMLDivElement>(null);
  const { steps, names } = props;
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const at = steps.findIndex(({ key }) => key === props.shown);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  return (
    <section className="panel c-steps" aria-label={t('compare.steps')}>
      <div className="cr c-head t11" aria-hidden>
        <span>{t('compare.step')}</span>
        <span>{t('compare.status')}</span>
        <span>{t('compare.input')}</span>
        <span>{t('compare.output')}</span>
        <span className="end">{t('compare.took')}</span>
        <span className="end">{t('compare.tokens')}</span>
      </div>
      <div className="c-scroll" ref={box}>
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const step = steps[index];
            if (!step) return null;
            return (
              <li
                key={step.key}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={steps.length}
                aria-posinset={index + 1}
              >
                <StepRow
                  step={step}
                  names={names}
                  on={step.key === props.shown}
                  isFirst={step.key === props.first}
                  onChoose={() => props.onChoose(step.key)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function StepRow(props: {
  step: ComparedStep;
  names: NodeNames;
  on: boolean;
  isFirst: boolean;
  onChoose: () => void;
}) {
  const { step, names } = props;
  return (
    <button
      type="button"
      className={`cr${props.on ? ' on' : ''}${step.differs ? ' differs' : ''}`}
      aria-pressed={props.on}
      data-step={step.key}
      data-first={props.isFirst || undefined}
      onClick={props.onChoose}
    >
      <span className="cr-name">
        <NodeIcon type={names.type(step.nodeId)} />
        <span className="ell">{stepName(names, step)}</span>
      </span>
      <span className="cr-pair">
        <StatusOf run={step.a} />
        <StatusOf run={step.b} />
      </span>
      <SameSign same={step.input} />
      <SameSign same={step.output} />
      <Pair a={tookMs(step.a)} b={tookMs(step.b)} kind="time" />
      <Pair a={tokensOf(step.a)} b={tokensOf(step.b)} kind="count" />
    </button>
  );
}

function StatusOf({ run }: { run: NodeRun | undefined }) {
  const t = useTranslations('runs');
  if (!run) return <span className="t11 mut">{t('compare.absent')}</span>;
  return <StatusBadge status={run.status} />;
}

function Pair({ a, b, kind }: { a: number | undefined; b: number | undefined; kind: 'time' | 'count' }) {
  const locale = useLocale();
  const text = (value: number | undefined) =>
    value === undefined
      ? '·'
      : kind === 'time'
        ? formatDuration(value, locale)
        : value.toLocaleString(locale);
  return (
    <span className="cr-pair end">
      <span>{text(a)}</span>
      <span>{text(b)}</span>
    </span>
  );
}
