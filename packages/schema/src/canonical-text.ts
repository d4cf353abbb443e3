import type { JsonValue } from './json';
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from './workflow-graph';

/**
 * The one text of a graph: typed fields in declared order with defaults written out, free-form objects with keys
 * sorted by UTF-16 code unit at every depth, no blanks. Two graphs mean the same when their texts are equal.
 * Expects a graph from `safeParseGraph`.
 */
export function canonicalText(graph: WorkflowGraph): string {
  return members([
    ['schemaVersion', JSON.stringify(graph.schemaVersion)],
    ['id', JSON.stringify(graph.id)],
    ['name', JSON.stringify(graph.name)],
    ['description', optionalText(graph.description)],
    ['inputSchema', canonicalJson(graph.inputSchema)],
    ['outputSchema', canonicalJson(graph.outputSchema)],
    ['nodes', `[${graph.nodes.map(nodeText).join(',')}]`],
    ['edges', `[${graph.edges.map(edgeText).join(',')}]`],
    [
      'settings',
      members([
        ['runTimeoutSeconds', numberText(graph.settings.runTimeoutSeconds)],
        ['nodeTimeoutSeconds', numberText(graph.settings.nodeTimeoutSeconds)],
        ['maxSteps', numberText(graph.settings.maxSteps)],
        ['maxLoopIterations', numberText(graph.settings.maxLoopIterations)],
        ['maxParallelism', numberText(graph.settings.maxParallelism)],
      ]),
    ],
  ]);
}

function nodeText(node: WorkflowNode): string {
  return members([
    ['id', JSON.stringify(node.id)],
    ['type', JSON.stringify(node.type)],
    ['name', JSON.stringify(node.name)],
    ['description', optionalText(node.description)],
    ['parentId', optionalText(node.parentId)],
    ['config', canonicalJson(node.config)],
    ['timeoutSeconds', node.timeoutSeconds === undefined ? undefined : numberText(node.timeoutSeconds)],
    ['retry', node.retry && retryText(node.retry)],
    ['onError', JSON.stringify(node.onError)],
    ['fallback', node.fallback === undefined ? undefined : canonicalJson(node.fallback)],
  ]);
}

function retryText(retry: NonNullable<WorkflowNode['retry']>): string {
  return members([
    ['maxAttempts', numberText(retry.maxAttempts)],
    ['backoffSeconds', numberText(retry.backoffSeconds)],
    ['maxBackoffSeconds', numberText(retry.maxBackoffSeconds)],
    ['retryOn', canonicalJson(retry.retryOn)],
  ]);
}

function edgeText(edge: WorkflowEdge): string {
  return members([
    ['id', JSON.stringify(edge.id)],
    ['source', JSON.stringify(edge.source)],
    ['sourceHandle', optionalText(edge.sourceHandle)],
    ['target', JSON.stringify(edge.target)],
    ['targetHandle', optionalText(edge.targetHandle)],
  ]);
}

/** JSON with keys sorted by UTF-16 code unit at every depth, no blanks, -0 as 0. Integer-like keys sort as text. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  return members(
    Object.keys(value)
      .sort()
      .map((key) => [key, canonicalJson(value[key]!)]),
  );
}

function members(entries: readonly (readonly [string, string | undefined])[]): string {
  const present = entries.filter(([, text]) => text !== undefined);
  return `{${present.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '0' : String(value);
}

function optionalText(value: string | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
