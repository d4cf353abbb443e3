'use client';

import { indexOf } from '@weftwork/editor';
import { isJsonObject, type JsonValue, type WorkflowNode } from '@weftwork/schema';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useContext } from 'react';
import { inOneText, useProblemWords } from '../i18n/problem-words';
import type { NodeState } from '../run-state/node-states';
import { useSkipWords } from '../runs/skip-words';
import { StatusIcon } from '../ui/status-badge';
import { Countdown, Elapsed, formatDuration, TimeUntil } from '../ui/time';
import { CanvasContext } from './canvas-store';
import { Sign } from './signs/sign';

/** The last line of a card: sign and result of the shown run at the left, time at the right. */
export function CardFooter({ node, state }: { node: WorkflowNode; state: NodeState | undefined }) {
  const words = useStateWords(node, state);
  const status = state?.status ?? 'idle';
  return (
    <footer>
      <span className={`st st-${status}`} title={words.full}>
        {/* What runs turns: a picture would have its card painted at each step. */}
        {status === 'running' ? <StatusIcon status={status} /> : <Sign name={`status-${status}`} />}
        <span>{words.text}</span>
      </span>
      {state && node.type !== 'start' ? <CardTime state={state} /> : null}
    </footer>
  );
}

export function CardTime({ state }: { state: NodeState }) {
  const locale = useLocale();
  const { startedAt, endedAt, retryAt } = state.nodeRun;
  if (!startedAt || state.status === 'skipped') return null;
  if (state.status === 'retrying' && retryAt) {
    return (
      <span className="r">
        <TimeUntil at={retryAt} />
      </span>
    );
  }
  if (!endedAt) {
    return (
      <span className="r">
        {state.deadlineAt ? (
          <Countdown since={startedAt} to={state.deadlineAt} />
        ) : (
          <Elapsed from={startedAt} />
        )}
      </span>
    );
  }
  const length = new Date(endedAt).getTime() - new Date(startedAt).getTime();
  return <span className="r">{formatDuration(Math.max(0, length), locale)}</span>;
}

/** What a card says of its state, short, and the whole of it for hover. */
export function useStateWords(
  node: WorkflowNode,
  state: NodeState | undefined,
): { text: string; full: string } {
  const t = useTranslations('canvas');
  const words = useProblemWords('errors');
  const skipWords = useSkipWords(useNameOf());
  const errorText = ({ error }: NodeState) =>
    error ? t('card.error', { code: error.code, text: inOneText(words(error)) }) : '';
  if (!state) return same(t('state.idle'));
  switch (state.status) {
    case 'completed': {
      if (state.runs > 1) return same(t('state.runs', { count: state.runs }));
      const result = resultOf(node, state.nodeRun.output ?? null);
      return same(result ? t(`result.${result.key}`, result.values) : t('state.completed'));
    }
    case 'failed':
      return { text: state.error ? words(state.error).lead : t('state.failed'), full: errorText(state) };
    case 'skipped':
      return {
        text: t('state.skipped'),
        full: state.nodeRun.reason ? skipWords(state.nodeRun.reason) : t('state.skipped'),
      };
    case 'retrying':
      return {
        text: t('state.retrying', { attempt: state.nodeRun.attempt + 1, of: node.retry?.maxAttempts ?? 1 }),
        full: errorText(state),
      };
    case 'awaiting_input':
      return same(t(node.config.mode === 'signal' ? 'state.signal' : 'state.awaiting_input'));
    default:
      return same(t(`state.${state.status}`));
  }
}

/** Reads names when they are asked for, so that a card need not draw again when another is renamed. */
function useNameOf(): (nodeId: string) => string {
  const store = useContext(CanvasContext);
  return useCallback(
    (nodeId) => (store && indexOf(store.getState().document.graph).nodes.get(nodeId)?.name) || nodeId,
    [store],
  );
}

const same = (text: string) => ({ text, full: text });

type Result =
  | { readonly key: 'rows' | 'times'; readonly values: { count: number } }
  | { readonly key: 'case' | 'status' | 'decided'; readonly values: { text: string } };

/** The telling part of an output, where a type has one. */
function resultOf(node: WorkflowNode, output: JsonValue): Result | undefined {
  if (!isJsonObject(output)) return undefined;
  if (node.type === 'condition' && typeof output.case === 'string') {
    return { key: 'case', values: { text: output.case } };
  }
  if (typeof output.rowCount === 'number') return { key: 'rows', values: { count: output.rowCount } };
  if (node.type === 'http' && typeof output.status === 'number') {
    return { key: 'status', values: { text: String(output.status) } };
  }
  if (node.type === 'loop' && typeof output.count === 'number') {
    return { key: 'times', values: { count: output.count } };
  }
  if (node.type === 'human_input' && typeof output.decision === 'string') {
    return { key: 'decided', values: { text: output.decision } };
  }
  return undefined;
}
