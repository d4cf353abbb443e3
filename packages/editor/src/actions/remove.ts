import type { NodeDefinitions, WorkflowEdge } from '@weftwork/schema';
import { diffBetween, type EditorDiff } from '../diff';
import { type CanvasDocument, withGraph, withPlaces } from '../document';
import { indexOf, withDescendants } from '../graph-index';
import { DEFAULT_HANDLE, ERROR_HANDLE } from '../handles';
import { joined } from './add-node';

export interface Selected {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

/** Takes nodes (loops with their bodies), their edges and the selected edges away. With `reconnect` chains are closed. */
export function remove(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  selected: Selected,
  options: { reconnect?: boolean } = {},
): EditorDiff {
  let next = document;
  if (options.reconnect) for (const id of selected.nodes) next = closeGap(next, definitions, id);
  const nodes = withDescendants(next.graph, selected.nodes);
  const edges = new Set(selected.edges);
  const kept = withGraph(next, {
    nodes: next.graph.nodes.filter((node) => !nodes.has(node.id)),
    edges: next.graph.edges.filter(
      (edge) => !edges.has(edge.id) && !nodes.has(edge.source) && !nodes.has(edge.target),
    ),
  });
  const places = Object.fromEntries([...nodes].map((id) => [id, undefined]));
  return diffBetween(document, withPlaces(kept, places));
}

/** Joins what leads to a node with what it leads to, where one side is single, and takes the node's own edges away. */
function closeGap(document: CanvasDocument, definitions: NodeDefinitions, id: string): CanvasDocument {
  const index = indexOf(document.graph);
  const arriving = index.in.get(id) ?? [];
  const leaving = (index.out.get(id) ?? []).filter((edge) => edge.sourceHandle !== ERROR_HANDLE);
  const targets = [...new Set(leaving.map((edge) => edge.target))];
  const cut = (edge: WorkflowEdge) => edge.source !== id && edge.target !== id;
  let next = withGraph(document, { edges: document.graph.edges.filter(cut) });
  if (arriving.length !== 1 && targets.length !== 1) return next;
  for (const edge of arriving) {
    const from = { nodeId: edge.source, handle: edge.sourceHandle ?? DEFAULT_HANDLE };
    for (const target of targets) next = joined(next, definitions, from, { nodeId: target });
  }
  return next;
}

/** Whether a node may go: the only entry of a graph stays, since every graph needs one. */
export function canRemove(document: CanvasDocument, definitions: NodeDefinitions, id: string): boolean {
  const isEntry = (type: string) => (definitions as Record<string, { kind: string }>)[type]?.kind === 'entry';
  const node = indexOf(document.graph).nodes.get(id);
  if (!node || !isEntry(node.type)) return node !== undefined;
  return document.graph.nodes.filter((each) => isEntry(each.type)).length > 1;
}
