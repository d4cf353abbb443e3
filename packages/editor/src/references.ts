import { remapCondition, remapTemplateValue } from '@weftwork/expressions';
import {
  type ExpressionField,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinitions,
  type WorkflowNode,
} from '@weftwork/schema';
import type { CanvasDocument } from './document';
import { indexOf, parentsOf, upstreamOf } from './graph-index';
import { definitionOf } from './handles';

/** Gives nodes other ids in every expression of a config. Static fields and other ids stay as they are. */
export function remapConfig(
  definitions: NodeDefinitions,
  node: WorkflowNode,
  ids: ReadonlyMap<string, string>,
): WorkflowNode {
  let config: JsonValue = node.config;
  for (const field of definitionOf(definitions, node)?.expressions ?? []) {
    config = remapAt(config, field, 0, ids);
  }
  return config === node.config ? node : { ...node, config: config as JsonObject };
}

function remapAt(
  value: JsonValue,
  field: ExpressionField,
  depth: number,
  ids: ReadonlyMap<string, string>,
): JsonValue {
  const key = field.path[depth];
  if (key === undefined) {
    return field.mode === 'condition' ? remapCondition(value, ids) : remapTemplateValue(value, ids);
  }
  if (Array.isArray(value)) {
    const next = value.map((item, at) =>
      key === '*' || key === String(at) ? remapAt(item, field, depth + 1, ids) : item,
    );
    return next.some((item, at) => item !== value[at]) ? next : value;
  }
  if (!isJsonObject(value)) return value;
  let next = value;
  for (const name of key === '*' ? Object.keys(value) : [key]) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) continue;
    const made = remapAt(member, field, depth + 1, ids);
    if (made !== member) next = { ...next, [name]: made };
  }
  return next;
}

/**
 * The nodes whose data an expression of `id` may read, nearest first: what precedes it in its container, the loops
 * around it, and what precedes those. For the loop's own `collect`, `nextState` and `while`, ask with `body: true`.
 */
export function readableFrom(
  document: CanvasDocument,
  id: string,
  options: { body?: boolean } = {},
): string[] {
  const { graph } = document;
  const found = new Set<string>();
  if (options.body) {
    found.add(id);
    for (const child of indexOf(graph).children.get(id) ?? []) found.add(child.id);
  }
  for (const near of upstreamOf(graph, id)) found.add(near);
  for (const loop of parentsOf(graph, id)) {
    found.add(loop);
    for (const before of upstreamOf(graph, loop)) found.add(before);
  }
  return [...found];
}
