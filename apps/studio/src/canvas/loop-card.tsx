'use client';

import { parentsOf } from '@weftwork/editor';
import type { NodeProps } from '@xyflow/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useRef } from 'react';
import type { LoopProgress } from '../run-state/loop-progress';
import { NodeIcon } from '../ui/node-icon';
import { StatusIcon } from '../ui/status-badge';
import { useCanvas, useCanvasHandlers, useNode, useNodeState } from './canvas-store';
import { CardTime, useStateWords } from './card-footer';
import { InputHandle, OutputHandle } from './card-handles';
import { CardBadges, IssuePill } from './card-header';
import type { FlowNode } from './flow-elements';
import { useHandlePlan } from './handle-plan';
import { saysTheSame, useGestureMarks, useRemeasure } from './node-card';
import { loopSource } from './node-summary';
import { useShifted } from './shifts';

/** More iterations than this become a stepper. */
const MAX_CHIPS = 8;

/** A loop as a container: what it goes over, how many at once, which iteration its body shows. */
export const LoopCard = memo(function LoopCard({ id, selected }: NodeProps<FlowNode>) {
  const t = useTranslations('canvas');
  const node = useNode(id);
  const plan = useHandlePlan(id);
  const state = useNodeState(id);
  const element = useRef<HTMLElement>(null);
  useShifted(element, id);
  useRemeasure(id, plan);
  const marks = useGestureMarks(id);
  if (!node) return null;
  const status = state?.status ?? 'idle';
  const over = typeof node.config.over === 'string' ? node.config.over : 'items';
  const atOnce = typeof node.config.concurrency === 'number' ? node.config.concurrency : 1;
  const source = loopSource(node.config);
  return (
    <section
      ref={element}
      className={`loop is-${status}${selected ? ' sel' : ''}${marks}`}
      aria-label={node.name}
      data-node-id={id}
    >
      <div className="lh">
        <div className="l1">
          <NodeIcon type={node.type} />
          <b className="ell" title={node.name}>
            {node.name || node.id}
          </b>
          <span className="chip loop-over" title={source}>
            <span>{t(`loop.${over === 'while' ? 'while' : over === 'count' ? 'count' : 'items'}`)}</span>
            <code>{source}</code>
          </span>
          {atOnce > 1 && over !== 'while' ? (
            <span className="chip">{t('loop.atOnce', { count: atOnce })}</span>
          ) : null}
          <span className="sp" />
          <CardBadges node={node} />
        </div>
        <LoopLine id={id} />
      </div>
      <i className="ldot" aria-hidden />
      <InputHandle />
      {plan.header === undefined ? null : (
        <OutputHandle nodeId={id} handle={plan.header} used={plan.used.includes(plan.header)} />
      )}
      {plan.error ? <OutputHandle nodeId={id} handle="error" used={plan.used.includes('error')} /> : null}
      <IssuePill id={id} />
    </section>
  );
}, saysTheSame);

function LoopLine({ id }: { id: string }) {
  const t = useTranslations('canvas');
  const node = useNode(id);
  const state = useNodeState(id);
  const progress = useCanvas((store) => store.overlay?.loops.get(id));
  const words = useStateWords(node!, state);
  const status = state?.status ?? 'idle';
  const seen = progress?.iterations.length ?? 0;
  return (
    <div className="l2">
      <span className={`st st-${status}`} title={words.full}>
        <StatusIcon status={status} />
        <span>
          {state && seen > 0 && status !== 'failed'
            ? t('loop.iteration', { index: seen, total: progress?.total ?? seen })
            : words.text}
        </span>
      </span>
      {state ? <CardTime state={state} /> : null}
      {progress && seen > 0 ? <Iterations id={id} progress={progress} /> : null}
    </div>
  );
}

/** Chips that choose which iteration the body shows; choosing the shown one again shows all. */
function Iterations({ id, progress }: { id: string; progress: LoopProgress }) {
  const t = useTranslations('canvas');
  const handlers = useCanvasHandlers();
  const shown = useCanvas((store) => store.iteration);
  const depth = useCanvas((store) => parentsOf(store.document.graph, id).length);
  const chosen = shown[depth];
  const choose = (index: number | undefined) =>
    handlers?.showIteration(index === undefined ? shown.slice(0, depth) : [...shown.slice(0, depth), index]);
  const { iterations } = progress;
  if (iterations.length > MAX_CHIPS) {
    const last = iterations.at(-1)?.index ?? 0;
    const at = chosen ?? last;
    return (
      <span className="its nodrag">
        <button
          type="button"
          className="it step"
          aria-label={t('loop.previous')}
          onClick={() => choose(Math.max(0, at - 1))}
        >
          <ChevronLeft className="i" aria-hidden />
        </button>
        <button
          type="button"
          className={`it${chosen === undefined ? '' : ' on'}`}
          onClick={() => choose(undefined)}
        >
          {chosen === undefined ? t('loop.all') : t('loop.of', { index: at + 1, total: last + 1 })}
        </button>
        <button
          type="button"
          className="it step"
          aria-label={t('loop.next')}
          onClick={() => choose(Math.min(last, at + 1))}
        >
          <ChevronRight className="i" aria-hidden />
        </button>
      </span>
    );
  }
  return (
    <span className="its nodrag">
      {iterations.map(({ index, status }) => (
        <button
          key={index}
          type="button"
          className={`it ${status}${chosen === index ? ' on' : ''}`}
          aria-pressed={chosen === index}
          title={t('loop.show', { index: index + 1 })}
          onClick={() => choose(chosen === index ? undefined : index)}
        >
          <StatusIcon status={status} />
          {index + 1}
        </button>
      ))}
    </span>
  );
}
