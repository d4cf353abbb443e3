import { DEFAULT_HANDLE, type HandlePlan, indexOf, planHandles } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowGraph } from '@weftwork/schema';
import { useMemo } from 'react';
import { useCanvas } from './canvas-store';

const plans = new WeakMap<WorkflowGraph, Map<string, string>>();

/** The plan as text, once per graph: texts compare by what they say, so cards draw again only when theirs changes. */
function planText(graph: WorkflowGraph, id: string): string {
  let known = plans.get(graph);
  if (!known) {
    known = new Map();
    plans.set(graph, known);
  }
  let text = known.get(id);
  if (text === undefined) {
    const { nodes, out } = indexOf(graph);
    const node = nodes.get(id);
    const used = (out.get(id) ?? []).map((edge) => edge.sourceHandle ?? DEFAULT_HANDLE);
    text = JSON.stringify(node ? { ...planHandles(nodeDefinitions, graph, node), used } : NO_PLAN);
    known.set(id, text);
  }
  return text;
}

export interface CardPlan extends HandlePlan {
  /** Outputs with an edge. */
  readonly used: readonly string[];
}

const NO_PLAN: CardPlan = { rows: [], orphans: [], error: false, used: [] };

/** Which outputs a card has, where they stand, and which of them are connected. */
export function useHandlePlan(id: string): CardPlan {
  const text = useCanvas((state) => planText(state.document.graph, id));
  return useMemo(() => JSON.parse(text) as CardPlan, [text]);
}
