import type { NodeDefinitions, WorkflowNode } from '@weftwork/schema';
import { type CanvasDocument, withGraph } from '../document';
import { indexOf } from '../graph-index';
import { DEFAULT_HANDLE, outputHandles } from '../handles';

/**
 * Lets edges follow when a change gives a node other outputs: a renamed output takes its edges along, those of an
 * output that is gone go with it in the same step. Edges that dangled before stay for their owner to see.
 */
export function followHandles(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  before: WorkflowNode,
  after: WorkflowNode,
): CanvasDocument {
  const [old, now] = [outputHandles(definitions, before), outputHandles(definitions, after)];
  const gone = old.filter((handle) => !now.includes(handle));
  if (gone.length === 0 || !indexOf(document.graph).out.has(after.id)) return document;
  const come = now.filter((handle) => !old.includes(handle));
  // Exactly one output left and one came in its place: it was renamed.
  const renamed =
    gone.length === 1 && come.length === 1 && old.indexOf(gone[0]!) === now.indexOf(come[0]!)
      ? { from: gone[0]!, to: come[0]! }
      : undefined;
  const edges = document.graph.edges.flatMap((edge) => {
    const handle = edge.sourceHandle ?? DEFAULT_HANDLE;
    if (edge.source !== after.id || !gone.includes(handle)) return [edge];
    if (renamed === undefined) return [];
    const { sourceHandle: _, ...rest } = edge;
    return [renamed.to === DEFAULT_HANDLE ? rest : { ...rest, sourceHandle: renamed.to }];
  });
  return withGraph(document, { edges });
}
