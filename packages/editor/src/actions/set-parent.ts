import type { WorkflowNode } from '@weftwork/schema';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, type Point, withGraph, withPlaces } from '../document';
import { indexOf, parentsOf } from '../graph-index';

/**
 * Moves nodes into a loop, or out to the container around it. Edges that would now cross a border go, in the same
 * step. `places` are relative to the new container. A loop never goes into itself.
 */
export function setParent(
  document: CanvasDocument,
  ids: readonly string[],
  parentId: string | undefined,
  places: Readonly<Record<string, Point>>,
): EditorDiff {
  if (parentId !== undefined && !indexOf(document.graph).nodes.has(parentId)) return EMPTY_DIFF;
  const moved = new Set(
    ids.filter((id) => id !== parentId && !(parentId && parentsOf(document.graph, parentId).includes(id))),
  );
  const nodes = document.graph.nodes.map((node) => (moved.has(node.id) ? withParent(node, parentId) : node));
  const { nodes: byId } = indexOf({ ...document.graph, nodes });
  const edges = document.graph.edges.filter(
    (edge) =>
      (!moved.has(edge.source) && !moved.has(edge.target)) ||
      byId.get(edge.source)?.parentId === byId.get(edge.target)?.parentId,
  );
  const next = withGraph(document, {
    nodes,
    edges: edges.length === document.graph.edges.length ? document.graph.edges : edges,
  });
  const put = Object.fromEntries(
    [...moved].flatMap((id) => {
      const at = places[id];
      return at ? [[id, { ...document.layout.nodes[id], x: at.x, y: at.y }]] : [];
    }),
  );
  return diffBetween(document, withPlaces(next, put));
}

function withParent(node: WorkflowNode, parentId: string | undefined): WorkflowNode {
  const { parentId: _, ...rest } = node;
  return parentId === undefined ? rest : { ...rest, parentId };
}

/** Where a node stands on the whole canvas: the sum of the places of the loops around it and its own. */
export function absolutePlace(document: CanvasDocument, id: string): Point {
  let { x, y } = document.layout.nodes[id] ?? { x: 0, y: 0 };
  for (const loop of parentsOf(document.graph, id)) {
    x += document.layout.nodes[loop]?.x ?? 0;
    y += document.layout.nodes[loop]?.y ?? 0;
  }
  return { x, y };
}
