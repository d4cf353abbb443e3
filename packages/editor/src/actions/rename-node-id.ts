import type { NodeDefinitions } from '@weftwork/schema';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, withGraph, withPlaces } from '../document';
import { indexOf } from '../graph-index';
import { isId } from '../ids';
import { remapConfig } from '../references';

export type RenameRefusal = 'invalid_id' | 'taken_id' | 'missing_node';

export function canRenameNodeId(
  document: CanvasDocument,
  from: string,
  to: string,
): { ok: true } | { ok: false; reason: RenameRefusal } {
  const { nodes } = indexOf(document.graph);
  if (!nodes.has(from)) return { ok: false, reason: 'missing_node' };
  if (!isId(to)) return { ok: false, reason: 'invalid_id' };
  if (to !== from && nodes.has(to)) return { ok: false, reason: 'taken_id' };
  return { ok: true };
}

/** Gives a node another id: edges, body, place and every exact reference in expressions follow, in one step. */
export function renameNodeId(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  from: string,
  to: string,
): EditorDiff {
  if (from === to || !canRenameNodeId(document, from, to).ok) return EMPTY_DIFF;
  const ids = new Map([[from, to]]);
  const nodes = document.graph.nodes.map((node) => {
    const renamed = node.id === from ? { ...node, id: to } : node;
    const moved = renamed.parentId === from ? { ...renamed, parentId: to } : renamed;
    return remapConfig(definitions, moved, ids);
  });
  const edges = document.graph.edges.map((edge) =>
    edge.source === from || edge.target === from
      ? {
          ...edge,
          source: edge.source === from ? to : edge.source,
          target: edge.target === from ? to : edge.target,
        }
      : edge,
  );
  const place = document.layout.nodes[from];
  const next = withGraph(document, { nodes, edges });
  return diffBetween(document, place ? withPlaces(next, { [from]: undefined, [to]: place }) : next);
}
