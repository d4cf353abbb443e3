import type { NodeDefinitions } from '@weftwork/schema';
import { canConnect, type Port } from '../can-connect';
import { diffBetween, type EditorDiff, EMPTY_DIFF } from '../diff';
import { type CanvasDocument, withGraph } from '../document';
import { DEFAULT_HANDLE } from '../handles';
import { joined } from './add-node';

/** Draws an edge, if the rules allow it; ask `canConnect` first to tell people why not. */
export function connect(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  from: Port,
  to: Port,
): EditorDiff {
  return diffBetween(document, joined(document, definitions, from, to));
}

/** Leads an edge elsewhere. It keeps its id and its place in the list. */
export function reconnect(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  edgeId: string,
  from: Port,
  to: Port,
): EditorDiff {
  if (!canConnect(document, definitions, from, to, edgeId).ok) return EMPTY_DIFF;
  const edges = document.graph.edges.map((edge) => {
    if (edge.id !== edgeId) return edge;
    const { sourceHandle: _, ...rest } = edge;
    const handle = from.handle ?? DEFAULT_HANDLE;
    return {
      ...rest,
      source: from.nodeId,
      target: to.nodeId,
      ...(handle === DEFAULT_HANDLE ? {} : { sourceHandle: handle }),
    };
  });
  return diffBetween(document, withGraph(document, { edges }));
}
