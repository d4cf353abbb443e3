import type { NodeDefinition, NodeDefinitions, WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import { indexOf } from './graph-index';

export const DEFAULT_HANDLE = 'default';
export const ERROR_HANDLE = 'error';

/** The definition of a node, or nothing for a type that this release does not know. */
export function definitionOf(definitions: NodeDefinitions, node: WorkflowNode): NodeDefinition | undefined {
  return Object.hasOwn(definitions, node.type) ? definitions[node.type] : undefined;
}

/** The outputs a node has by its config and options, `error` last. */
export function outputHandles(definitions: NodeDefinitions, node: WorkflowNode): readonly string[] {
  const own = definitionOf(definitions, node)?.handles(node.config) ?? [DEFAULT_HANDLE];
  return node.onError === 'branch' ? [...own, ERROR_HANDLE] : own;
}

/** Outputs that only an edge still speaks of. They are drawn, so that no edge is ever invisible. */
export function orphanHandles(
  definitions: NodeDefinitions,
  graph: WorkflowGraph,
  node: WorkflowNode,
): readonly string[] {
  const known = new Set(outputHandles(definitions, node));
  const used = (indexOf(graph).out.get(node.id) ?? []).map((edge) => edge.sourceHandle ?? DEFAULT_HANDLE);
  return [...new Set(used)].filter((handle) => !known.has(handle));
}

/** How outputs stand on a card: at the header, as rows, and the error output at the foot. */
export interface HandlePlan {
  readonly header?: string;
  readonly rows: readonly string[];
  readonly orphans: readonly string[];
  readonly error: boolean;
}

/**
 * One output stands at the header so that chains run straight. Of several, those that are not failures become rows;
 * a node whose further outputs act as failures (rejected, timed out) keeps its first at the header.
 */
export function planHandles(
  definitions: NodeDefinitions,
  graph: WorkflowGraph,
  node: WorkflowNode,
): HandlePlan {
  const definition = definitionOf(definitions, node);
  const own = definition?.handles(node.config) ?? [DEFAULT_HANDLE];
  const failing = new Set(definition?.failingHandles ?? []);
  const orphans = orphanHandles(definitions, graph, node);
  const error = node.onError === 'branch';
  const [first] = own;
  const atHeader =
    first !== undefined && (own.length === 1 ? first === DEFAULT_HANDLE : own.some((h) => failing.has(h)));
  if (atHeader) return { header: first, rows: own.slice(1), orphans, error };
  return { rows: own, orphans, error };
}
