import type { NodeDefinitions } from '@weftwork/schema';
import type { ConnectRefusal, Port } from './can-connect';
import type { CanvasDocument } from './document';
import { indexOf, upstreamOf } from './graph-index';
import { DEFAULT_HANDLE, definitionOf } from './handles';

/**
 * Why each node refuses an edge from an output; nodes that take it are left out. The same answers as `canConnect`, for
 * all nodes at once, so that they can be told apart while an edge is being drawn.
 */
export function refusalsOf(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  from: Port,
): ReadonlyMap<string, ConnectRefusal> {
  const { nodes, out } = indexOf(document.graph);
  const source = nodes.get(from.nodeId);
  const handle = from.handle ?? DEFAULT_HANDLE;
  const before = new Set(upstreamOf(document.graph, from.nodeId));
  const taken = new Set(
    (out.get(from.nodeId) ?? [])
      .filter((edge) => (edge.sourceHandle ?? DEFAULT_HANDLE) === handle)
      .map((edge) => edge.target),
  );
  const refusals = new Map<string, ConnectRefusal>();
  for (const node of document.graph.nodes) {
    const reason =
      node.id === from.nodeId
        ? 'same_node'
        : definitionOf(definitions, node)?.hasInput === false
          ? 'no_input'
          : node.parentId !== source?.parentId
            ? 'other_container'
            : taken.has(node.id)
              ? 'duplicate'
              : before.has(node.id)
                ? 'cycle'
                : undefined;
    if (reason) refusals.set(node.id, reason);
  }
  return refusals;
}
