import type { NodeDefinitions } from '@weftwork/schema';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, withGraph, withPlaces } from '../document';
import { betweenEnds } from '../free-spot';
import { downstreamOf, indexOf } from '../graph-index';
import { definitionOf, outputHandles } from '../handles';
import { nodeSize } from '../node-size';
import { joined } from './add-node';

/**
 * Whether a node may go into an edge: it is unconnected, leads on, and stands beside the edge's ends, or will once it
 * is in `container`.
 */
export function canPutOnEdge(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  nodeId: string,
  edgeId: string,
  container?: { readonly id: string | undefined },
): boolean {
  const { nodes, edges, in: arriving, out: leaving } = indexOf(document.graph);
  const [node, edge] = [nodes.get(nodeId), edges.get(edgeId)];
  if (!node || !edge || arriving.has(nodeId) || leaving.has(nodeId)) return false;
  return (
    definitionOf(definitions, node)?.hasInput !== false &&
    outputHandles(definitions, node).length > 0 &&
    (container ? container.id : node.parentId) === nodes.get(edge.target)?.parentId
  );
}

/** Puts a node that is there already into an edge: the edge ends at it, a new one leads on, and it stands between. */
export function putOnEdge(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  nodeId: string,
  edgeId: string,
): EditorDiff {
  if (!canPutOnEdge(document, definitions, nodeId, edgeId)) return EMPTY_DIFF;
  const { nodes, edges } = indexOf(document.graph);
  const [node, edge] = [nodes.get(nodeId)!, edges.get(edgeId)!];
  const size = nodeSize(document, definitions, node);
  const { at, push } = betweenEnds(document, definitions, edge, size, nodeId);
  const turned = withGraph(document, {
    edges: document.graph.edges.map((each) => (each.id === edgeId ? { ...each, target: nodeId } : each)),
  });
  const handle = outputHandles(definitions, node)[0]!;
  const through = joined(turned, definitions, { nodeId, handle }, { nodeId: edge.target });
  const behind = push === 0 ? [] : [edge.target, ...downstreamOf(document.graph, edge.target)];
  const places = Object.fromEntries([
    ...behind.flatMap((id) => {
      const place = document.layout.nodes[id];
      return place ? [[id, { ...place, x: place.x + push }] as const] : [];
    }),
    [nodeId, { ...document.layout.nodes[nodeId], ...at }] as const,
  ]);
  return diffBetween(document, withPlaces(through, places));
}
