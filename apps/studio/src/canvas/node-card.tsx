'use client';

import { definitionOf, indexOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isJsonObject, type WorkflowNode } from '@weftwork/schema';
import { type NodeProps, useUpdateNodeInternals } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { memo, useEffect, useRef } from 'react';
import { useCanvas, useNode, useNodeState } from './canvas-store';
import { CardFooter, useStateWords } from './card-footer';
import { InputHandle, OutputHandle } from './card-handles';
import { CardBadges, CardIcon, IssuePill } from './card-header';
import type { FlowNode } from './flow-elements';
import { type CardPlan, useHandlePlan } from './handle-plan';
import { conditionText, shortPath, summaryOf } from './node-summary';
import { useShifted } from './shifts';

/** A node as a card: icon, name, badges, a line about it, its outputs, and the state of the shown run. */
export const NodeCard = memo(function NodeCard({ id, selected }: NodeProps<FlowNode>) {
  const node = useNode(id);
  const plan = useHandlePlan(id);
  useRemeasure(id, plan);
  if (!node) return null;
  return <Card node={node} plan={plan} selected={selected} />;
}, saysTheSame);

/** Where a card stands is told to what holds it; the card itself does not draw again because it moves. */
export function saysTheSame(now: NodeProps<FlowNode>, before: NodeProps<FlowNode>): boolean {
  return now.id === before.id && now.selected === before.selected;
}

/** React Flow measures handles once; tell it when they change, or edges would hang in the air. */
export function useRemeasure(id: string, plan: CardPlan): void {
  const update = useUpdateNodeInternals();
  const key = `${plan.header ?? ''}|${plan.rows.join()}|${plan.orphans.join()}|${plan.error}`;
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    update(id);
  }, [id, key, update]);
}

/** As classes: that dragged nodes would go in here, that an edge being drawn may not end here. */
export function useGestureMarks(id: string): string {
  return useCanvas(({ pointed: { loopId, refusals } }) => {
    const refusal = refusals?.get(id);
    if (loopId === id) return ' drop';
    return refusal && refusal !== 'same_node' ? ' refuses' : '';
  });
}

function Card({ node, plan, selected }: { node: WorkflowNode; plan: CardPlan; selected: boolean }) {
  const t = useTranslations('canvas');
  const element = useRef<HTMLElement>(null);
  useShifted(element, node.id);
  const state = useNodeState(node.id);
  const words = useStateWords(node, state);
  const marks = useGestureMarks(node.id);
  const status = state?.status ?? 'idle';
  const known = definitionOf(nodeDefinitions, node);
  const type = known ? t(`nodes.${node.type}.name`) : String(node.type);
  const rows = [...plan.rows, ...plan.orphans];
  const used = (handle: string) => plan.used.includes(handle);
  const hasSummary = known?.kind !== 'entry' && !(plan.header === undefined && plan.rows.length > 1);
  return (
    <article
      ref={element}
      className={`n is-${status}${known?.kind === 'entry' ? ' entry' : ''}${selected ? ' sel' : ''}${marks}`}
      aria-label={t('card.label', { name: node.name || node.id, type, state: words.text })}
      data-node-id={node.id}
    >
      <header>
        <CardIcon type={node.type} />
        <b title={node.name}>{node.name || node.id}</b>
        <CardBadges node={node} />
      </header>
      {hasSummary ? <SummaryLine node={node} /> : null}
      {rows.map((handle) => (
        <Row
          key={handle}
          node={node}
          handle={handle}
          orphan={plan.orphans.includes(handle)}
          used={used(handle)}
        />
      ))}
      <CardFooter node={node} state={state} />
      {known?.hasInput === false ? null : <InputHandle />}
      {plan.header === undefined ? null : (
        <OutputHandle nodeId={node.id} handle={plan.header} used={used(plan.header)} />
      )}
      {plan.error ? <OutputHandle nodeId={node.id} handle="error" used={used('error')} /> : null}
      <IssuePill id={node.id} />
    </article>
  );
}

function SummaryLine({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvas');
  const summary = summaryOf(node);
  if (!summary) return <p />;
  const text = summary.kind === 'words' ? t(`summary.${summary.key}`, summary.values ?? {}) : summary.text;
  const line = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return <p title={line}>{summary.kind === 'code' ? <code>{line}</code> : line}</p>;
}

interface RowProps {
  readonly node: WorkflowNode;
  readonly handle: string;
  readonly orphan: boolean;
  readonly used: boolean;
}

/** One named output: the rule of a case, `else`, or what a person may do. */
function Row({ node, handle, orphan, used }: RowProps) {
  const t = useTranslations('canvas');
  const taken = useTaken(node, handle);
  const { name, rule } = useRowWords(node, handle);
  return (
    <div
      className={`nr${taken ? ' hit' : ''}${orphan ? ' orphan' : ''}`}
      title={rule ? t('card.rule', { name, rule }) : name}
    >
      <span className="nr-k">{name}</span>
      <code>{orphan ? t('card.orphan') : (rule ?? (used ? '' : t('card.nothingFollows')))}</code>
      <OutputHandle nodeId={node.id} handle={handle} used={used} always />
    </div>
  );
}

function useTaken(node: WorkflowNode, handle: string): boolean {
  const state = useNodeState(node.id);
  const output = state?.nodeRun.output;
  if (state?.status !== 'completed' || !isJsonObject(output ?? null)) return false;
  const { case: chosen, decision } = output as { case?: unknown; decision?: unknown };
  return chosen === handle || decision === handle;
}

const NAMED = ['else', 'error', 'approved', 'rejected', 'answered', 'timed_out', 'default'] as const;

function useRowWords(node: WorkflowNode, handle: string): { name: string; rule: string | undefined } {
  const t = useTranslations('canvas');
  const named = NAMED.find((each) => each === handle);
  const cases = Array.isArray(node.config.cases) ? node.config.cases : [];
  const found = cases.find((item) => isJsonObject(item) && item.id === handle);
  if (isJsonObject(found ?? null)) {
    const { label, when } = found as { label?: string; when?: never };
    return { name: label || handle, rule: shortPath(conditionText(when)) };
  }
  return { name: named ? t(`handles.${named}`) : handle, rule: undefined };
}

/** For callers outside the canvas: how a node is called in lists. */
export function nodeName(graph: Parameters<typeof indexOf>[0], id: string): string {
  return indexOf(graph).nodes.get(id)?.name || id;
}
