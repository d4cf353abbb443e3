import { definitionOf, indexOf, outputHandles, parentsOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowGraph } from '@weftwork/schema';

/**
 * Whether a node can have been skipped when `from` runs: then its data reads null. It surely ran when every way to
 * `from` passes it, or something that runs exactly when it does.
 */
export function mayBeSkipped(graph: WorkflowGraph, target: string, from: string): boolean {
  const index = indexOf(graph);
  const container = index.nodes.get(target)?.parentId;
  // The node itself, or the loop around it that stands where the target stands.
  const seen = [from, ...parentsOf(graph, from)].find((id) => index.nodes.get(id)?.parentId === container);
  if (seen === undefined || seen === target) return false;
  const sources = new Set([target]);
  for (const id of sources) {
    const node = index.nodes.get(id);
    if (!node) continue;
    const edges = index.in.get(id) ?? [];
    const isFirst = definitionOf(nodeDefinitions, node)?.kind === 'entry' || node.parentId !== undefined;
    if (edges.length === 0 && isFirst) return false;
    if (!canAvoid(graph, id, seen)) return false;
    for (const { source } of edges) {
      const before = index.nodes.get(source);
      if (before && outputHandles(nodeDefinitions, before).length === 1) sources.add(source);
    }
  }
  return true;
}

/** Whether `to` can be reached without passing `over`. */
function canAvoid(graph: WorkflowGraph, over: string, to: string): boolean {
  const { in: into } = indexOf(graph);
  const seen = new Set([to]);
  for (const id of seen) {
    if (id === over) continue;
    const edges = into.get(id) ?? [];
    if (edges.length === 0) return true;
    for (const { source } of edges) seen.add(source);
  }
  return false;
}
