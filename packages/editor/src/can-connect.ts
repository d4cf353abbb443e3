import type { NodeDefinitions, WorkflowEdge } from '@weftwork/schema';
import type { CanvasDocument } from './document';
import { downstreamOf, indexOf } from './graph-index';
import { DEFAULT_HANDLE, definitionOf, outputHandles } from './handles';

export interface Port {
  readonly nodeId: string;
  /** The output; left out for `default`, and for a target. */
  readonly handle?: string;
}

export type ConnectRefusal =
  | 'missing_node'
  | 'same_node'
  | 'unknown_handle'
  | 'no_input'
  | 'other_container'
  | 'duplicate'
  | 'cycle';

export type ConnectAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: ConnectRefusal };

const no = (reason: ConnectRefusal): ConnectAnswer => ({ ok: false, reason });

/**
 * Whether an edge may be drawn: both ends exist, the output exists, the target takes an input, both stand in the same
 * container, no second edge of the same kind, no cycle. `moving` names an edge that the new one would replace.
 */
export function canConnect(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  from: Port,
  to: Port,
  moving?: string,
): ConnectAnswer {
  const graph =
    moving === undefined
      ? document.graph
      : { ...document.graph, edges: document.graph.edges.filter((edge) => edge.id !== moving) };
  const { nodes, out } = indexOf(graph);
  const [source, target] = [nodes.get(from.nodeId), nodes.get(to.nodeId)];
  if (!source || !target) return no('missing_node');
  if (source === target) return no('same_node');
  const handle = from.handle ?? DEFAULT_HANDLE;
  if (!outputHandles(definitions, source).includes(handle)) return no('unknown_handle');
  if (definitionOf(definitions, target)?.hasInput === false) return no('no_input');
  if (source.parentId !== target.parentId) return no('other_container');
  const twin = (edge: WorkflowEdge) =>
    edge.target === target.id && (edge.sourceHandle ?? DEFAULT_HANDLE) === handle;
  if ((out.get(source.id) ?? []).some(twin)) return no('duplicate');
  if (downstreamOf(graph, target.id).includes(source.id)) return no('cycle');
  return { ok: true };
}
