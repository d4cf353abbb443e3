import type { JsonObject, Settings, WorkflowGraph } from '@weftwork/schema';
import { diffBetween, type EditorDiff } from '../diff';
import type { CanvasDocument } from '../document';

/** What may be set on the workflow as a whole. */
export interface GraphOptions {
  readonly name?: string;
  readonly description?: string | undefined;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly settings?: Partial<Settings>;
}

export function setGraph(document: CanvasDocument, options: GraphOptions): EditorDiff {
  const { settings, ...rest } = options;
  const merged = {
    ...document.graph,
    ...rest,
    ...(settings ? { settings: { ...document.graph.settings, ...settings } } : {}),
  };
  const graph = Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  ) as WorkflowGraph;
  return diffBetween(document, { ...document, graph });
}
