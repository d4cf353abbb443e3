import type { NodeDefinitions, NodeType, WorkflowEdge, WorkflowNode } from '@weftwork/schema';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, type Point, withGraph, withPlaces } from '../document';
import { indexOf } from '../graph-index';
import { DEFAULT_HANDLE, definitionOf } from '../handles';
import { freeId, nodeIds } from '../ids';
import { LOOP } from '../node-size';
import { rootsOf } from '../select';

/** Whether nodes may become the body of a new loop: they stand in one container and each may stand in a loop. */
export function canWrapInLoop(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  ids: readonly string[],
): boolean {
  const { nodes } = indexOf(document.graph);
  const roots = rootsOf(document, ids).flatMap((id) => nodes.get(id) ?? []);
  const [first] = roots;
  return (
    first !== undefined &&
    roots.every(
      (node) => node.parentId === first.parentId && definitionOf(definitions, node)?.allowedInLoop === true,
    )
  );
}

/**
 * Puts a loop around nodes. What led to one of them leads to the loop, what one of them led to follows the loop; edges
 * among them stay.
 */
export function wrapInLoop(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  ids: readonly string[],
  loop: { readonly type: NodeType; readonly name: string },
): { diff: EditorDiff; id: string } {
  const id = freeId(loop.type, nodeIds(document.graph));
  if (!canWrapInLoop(document, definitions, ids)) return { diff: EMPTY_DIFF, id };
  const roots = rootsOf(document, ids);
  const inside = new Set(roots);
  const parentId = indexOf(document.graph).nodes.get(roots[0]!)?.parentId;
  const container: WorkflowNode = {
    id,
    type: loop.type,
    name: loop.name,
    ...(parentId === undefined ? {} : { parentId }),
    config: structuredClone(definitions[loop.type].initialConfig),
    onError: 'fail',
  };
  const nodes = document.graph.nodes.map((node) => (inside.has(node.id) ? { ...node, parentId: id } : node));
  const next = withGraph(document, {
    nodes: [...nodes, container],
    edges: document.graph.edges.map((edge) => around(edge, inside, id)).filter(firstOfItsKind()),
  });
  return { diff: diffBetween(document, withPlaces(next, placesAround(document, roots, id))), id };
}

function around(edge: WorkflowEdge, inside: ReadonlySet<string>, loop: string): WorkflowEdge {
  const [from, to] = [inside.has(edge.source), inside.has(edge.target)];
  if (from === to) return edge;
  if (to) return { ...edge, target: loop };
  const { sourceHandle: _, ...rest } = edge;
  return { ...rest, source: loop };
}

/** Two edges into the body become one edge to the loop. */
function firstOfItsKind(): (edge: WorkflowEdge) => boolean {
  const seen = new Set<string>();
  return ({ source, sourceHandle = DEFAULT_HANDLE, target }) => {
    const key = JSON.stringify([source, sourceHandle, target]);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  };
}

/** The loop stands where its body stood, and the body in it as it stood before. */
function placesAround(document: CanvasDocument, roots: readonly string[], loop: string) {
  const places = roots.map((id) => [id, document.layout.nodes[id] ?? { x: 0, y: 0 }] as const);
  const corner: Point = {
    x: Math.min(...places.map(([, at]) => at.x)),
    y: Math.min(...places.map(([, at]) => at.y)),
  };
  const body = places.map(
    ([id, at]) =>
      [
        id,
        { ...at, x: at.x - corner.x + LOOP.bodyLeft, y: at.y - corner.y + LOOP.header + LOOP.padding },
      ] as const,
  );
  return Object.fromEntries([...body, [loop, { ...corner }] as const]);
}
