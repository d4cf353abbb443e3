import type { NodeDefinitions, WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import type { CanvasDocument, Size } from './document';
import { indexOf, parentsOf } from './graph-index';
import { definitionOf, planHandles } from './handles';

/** Measures of a card in pixels, the same as in the style sheet: sizes are known without drawing. */
export const CARD = {
  width: 192,
  slimWidth: 112,
  header: 34,
  summary: 20,
  row: 28,
  footer: 24,
  border: 1,
  handleTop: 17,
} as const;

export const LOOP = {
  header: 64,
  padding: 16,
  minWidth: 304,
  minHeight: 176,
  step: 8,
  bodyLeft: 40,
} as const;

/** The size of a card by what it shows. Loops have the size of their body; see `loopSize`. */
export function cardSize(definitions: NodeDefinitions, graph: WorkflowGraph, node: WorkflowNode): Size {
  const definition = definitionOf(definitions, node);
  const plan = planHandles(definitions, graph, node);
  const rows = plan.rows.length + plan.orphans.length;
  const summary =
    definition?.kind === 'entry' || (plan.header === undefined && plan.rows.length > 1) ? 0 : CARD.summary;
  return {
    width: definition?.kind === 'entry' ? CARD.slimWidth : CARD.width,
    height: CARD.header + summary + rows * CARD.row + CARD.footer + 2 * CARD.border,
  };
}

export function isContainer(definitions: NodeDefinitions, node: WorkflowNode): boolean {
  return definitionOf(definitions, node)?.kind === 'loop';
}

/** The size of any node; a loop is at least as large as its body and never smaller than someone made it. */
export function nodeSize(document: CanvasDocument, definitions: NodeDefinitions, node: WorkflowNode): Size {
  return isContainer(definitions, node)
    ? loopSize(document, definitions, node)
    : cardSize(definitions, document.graph, node);
}

function loopSize(document: CanvasDocument, definitions: NodeDefinitions, loop: WorkflowNode): Size {
  const place = document.layout.nodes[loop.id];
  let width = Math.max(LOOP.minWidth, place?.width ?? 0);
  let height = Math.max(LOOP.minHeight, place?.height ?? 0);
  // A draft may hold loops that stand in each other.
  const around = new Set([loop.id, ...parentsOf(document.graph, loop.id)]);
  for (const child of indexOf(document.graph).children.get(loop.id) ?? []) {
    const at = document.layout.nodes[child.id];
    if (!at || around.has(child.id)) continue;
    const size = nodeSize(document, definitions, child);
    width = Math.max(width, inSteps(at.x + size.width + LOOP.padding + 8));
    height = Math.max(height, inSteps(at.y + size.height + LOOP.padding));
  }
  return { width, height };
}

const inSteps = (length: number) => Math.ceil(length / LOOP.step) * LOOP.step;
