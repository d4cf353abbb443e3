import type { JsonValue, NodeDefinitions, OnError, Retry, WorkflowNode } from '@weftwork/schema';
import type { EditorDiff } from '../diff';
import type { CanvasDocument } from '../document';
import { changeNode } from './set-config';

/** What may be set on a node beside its config. A member that is there as `undefined` takes the option away. */
export interface NodeOptions {
  readonly name?: string;
  readonly description?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly retry?: Retry | undefined;
  readonly onError?: OnError;
  readonly fallback?: JsonValue | undefined;
}

export function setNodeOption(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  nodeId: string,
  options: NodeOptions,
): EditorDiff {
  return changeNode(document, definitions, nodeId, (node) => {
    const same = Object.entries(options).every(([key, value]) => node[key as keyof WorkflowNode] === value);
    if (same) return node;
    const merged = Object.entries({ ...node, ...options }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(merged) as unknown as WorkflowNode;
  });
}
