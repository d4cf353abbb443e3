import type { Issue } from './issue';
import { isJsonObject, type JsonValue, jsonPointer } from './json';
import {
  RetrySchema,
  SettingsSchema,
  WorkflowEdgeSchema,
  WorkflowGraphSchema,
  WorkflowNodeSchema,
} from './workflow-graph';

type FieldNames = ReadonlyMap<string, string>;

function aliasesOf(schema: { shape: Record<string, unknown> }): FieldNames {
  return new Map(Object.keys(schema.shape).map((name) => [toSnakeCase(name), name]));
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const GRAPH = aliasesOf(WorkflowGraphSchema);
const NODE = aliasesOf(WorkflowNodeSchema);
const EDGE = aliasesOf(WorkflowEdgeSchema);
const RETRY = aliasesOf(RetrySchema);
const SETTINGS = aliasesOf(SettingsSchema);

/**
 * Renames snake_case spellings of typed fields to camelCase and drops typed fields that are null.
 * Free-form objects (schemas, config, fallback) are not touched. Both spellings at once are an issue.
 */
export function readSnakeCaseAliases(document: unknown): { value: unknown; issues: Issue[] } {
  const issues: Issue[] = [];

  function read(value: unknown, names: FieldNames, path: PropertyKey[]): unknown {
    if (!isJsonObject(value)) return value;
    const out: Record<string, JsonValue> = {};
    for (const [key, member] of Object.entries(value)) {
      const name = names.get(key) ?? key;
      if (name !== key && Object.hasOwn(value, name)) {
        issues.push({
          code: 'DUPLICATE_FIELD',
          severity: 'error',
          path: jsonPointer([...path, key]),
          message: `The field is written twice, as "${key}" and as "${name}"; keep one.`,
        });
        continue;
      }
      if (member !== null) out[name] = member;
    }
    return out;
  }

  function readEach(list: unknown, names: FieldNames, path: PropertyKey[]): unknown {
    return Array.isArray(list) ? list.map((item, index) => read(item, names, [...path, index])) : list;
  }

  const graph = read(document, GRAPH, []);
  if (!isJsonObject(graph)) return { value: graph, issues };
  const out: Record<string, unknown> = { ...graph };
  if ('settings' in out) out.settings = read(out.settings, SETTINGS, ['settings']);
  if ('edges' in out) out.edges = readEach(out.edges, EDGE, ['edges']);
  if ('nodes' in out) {
    const nodes = readEach(out.nodes, NODE, ['nodes']);
    out.nodes = Array.isArray(nodes)
      ? nodes.map((node, index) =>
          isJsonObject(node) && 'retry' in node
            ? { ...node, retry: read(node.retry, RETRY, ['nodes', index, 'retry']) }
            : node,
        )
      : nodes;
  }
  return { value: out, issues };
}
