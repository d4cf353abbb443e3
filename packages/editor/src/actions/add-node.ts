import type { NodeDefinitions, NodeType, WorkflowEdge, WorkflowNode } from '@weftwork/schema';
import { canConnect, type Port } from '../can-connect';
import { diffBetween, type EditorDiff } from '../diff';
import { type CanvasDocument, type Point, withGraph, withPlaces } from '../document';
import { downstreamOf } from '../graph-index';
import { DEFAULT_HANDLE, outputHandles } from '../handles';
import { edgeIds, freeEdgeId, freeId, nodeIds } from '../ids';

export interface NewNode {
  readonly type: NodeType;
  readonly name: string;
  readonly at: Point;
  readonly parentId?: string;
}

export interface Added {
  readonly diff: EditorDiff;
  readonly id: string;
}

/** Puts a fresh node of a type on the canvas. */
export function addNode(document: CanvasDocument, definitions: NodeDefinitions, wish: NewNode): Added {
  const { next, id } = place(document, definitions, wish);
  return { diff: diffBetween(document, next), id };
}

/** Puts a node behind an output and draws the edge; the edge is left out where the rules forbid it. */
export function addConnectedNode(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  wish: NewNode,
  from: Port,
): Added {
  const { next, id } = place(document, definitions, wish);
  const connected = joined(next, definitions, from, { nodeId: id });
  return { diff: diffBetween(document, connected), id };
}

/**
 * Puts a node into an edge: the edge now ends at it, and a new one leads on to the old target. With `push` the target
 * and all behind it make that much room to the right.
 */
export function insertOnEdge(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  wish: NewNode,
  edgeId: string,
  push = 0,
): Added {
  const edge = document.graph.edges.find((each) => each.id === edgeId);
  const { next, id } = place(document, definitions, wish);
  if (!edge || definitions[wish.type].hasInput === false) return { diff: diffBetween(document, next), id };
  const edges = next.graph.edges.map((each) => (each.id === edgeId ? { ...each, target: id } : each));
  const node = next.graph.nodes.at(-1)!;
  const onward = outputHandles(definitions, node)[0];
  const turned = withGraph(next, { edges });
  const through =
    onward === undefined
      ? turned
      : joined(turned, definitions, { nodeId: id, handle: onward }, { nodeId: edge.target });
  return { diff: diffBetween(document, pushed(document, through, edge.target, push)), id };
}

function pushed(before: CanvasDocument, after: CanvasDocument, from: string, by: number): CanvasDocument {
  if (by === 0) return after;
  const places = [from, ...downstreamOf(before.graph, from)].flatMap((id) => {
    const place = after.layout.nodes[id];
    return place ? [[id, { ...place, x: place.x + by }] as const] : [];
  });
  return withPlaces(after, Object.fromEntries(places));
}

function place(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  { type, name, at, parentId }: NewNode,
): { next: CanvasDocument; id: string } {
  const id = freeId(type, nodeIds(document.graph));
  const node: WorkflowNode = {
    id,
    type,
    name,
    ...(parentId === undefined ? {} : { parentId }),
    config: structuredClone(definitions[type].initialConfig),
    onError: 'fail',
  };
  const grown = withGraph(document, { nodes: [...document.graph.nodes, node] });
  return { next: withPlaces(grown, { [id]: { x: at.x, y: at.y } }), id };
}

/** The document with one more edge, if the rules allow it. */
export function joined(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  from: Port,
  to: Port,
): CanvasDocument {
  if (!canConnect(document, definitions, from, to).ok) return document;
  return withGraph(document, {
    edges: [...document.graph.edges, newEdge(freeEdgeId(edgeIds(document.graph)), from, to)],
  });
}

export function newEdge(id: string, from: Port, to: Port): WorkflowEdge {
  const handle = from.handle ?? DEFAULT_HANDLE;
  return {
    id,
    source: from.nodeId,
    ...(handle === DEFAULT_HANDLE ? {} : { sourceHandle: handle }),
    target: to.nodeId,
  };
}
