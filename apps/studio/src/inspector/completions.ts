import { type CanvasDocument, definitionOf, indexOf } from '@weftwork/editor';
import { pathStep } from '@weftwork/expressions';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { LastValues } from './values-context';

export interface Completion {
  /** What is written. */
  readonly path: string;
  readonly group: string;
  /** The kind of value in a word, where it is known. */
  readonly type: string;
  /** The value of the last run, short. */
  readonly preview: string;
  /** Whether there is something to look into behind it. */
  readonly opens: boolean;
}

const MAX = 60;

/**
 * What an expression may read here: inputs, the nodes before this one, and, behind a path that ends in a dot, what the
 * last run or the node's schema knows to be inside.
 */
export function completionsFor(
  document: CanvasDocument,
  readable: readonly string[],
  values: LastValues,
  typed: string,
): Completion[] {
  const { graph } = document;
  const all: Completion[] = [];
  const inputs = schemaFields(graph.inputSchema);
  for (const name of new Set([...inputs.keys(), ...Object.keys(values.scope.inputs)])) {
    all.push(entry(`inputs${pathStep(name)}`, 'inputs', inputs.get(name), values.scope.inputs[name]));
  }
  const { nodes } = indexOf(graph);
  for (const id of readable) {
    const node = nodes.get(id);
    const definition = node && definitionOf(nodeDefinitions, node);
    if (!node || definition?.kind === 'entry' || definition?.kind === 'exit') continue;
    const path = `nodes${pathStep(id)}.data`;
    const group = node.name || id;
    const data = values.scope.nodeData(id);
    all.push(entry(path, group, 'object', data));
    const known = schemaFields(shapeOf(node.config, definition?.dataSchema, node.type));
    const own = isJsonObject(data ?? null) ? Object.keys(data as JsonObject) : [];
    for (const name of new Set([...known.keys(), ...own])) {
      const value = isJsonObject(data ?? null) ? (data as JsonObject)[name] : undefined;
      all.push(entry(path + pathStep(name), group, known.get(name), value));
    }
  }
  all.push(entry('run.id', 'run', 'string', values.scope.runId || undefined));
  const needle = typed.trim().toLowerCase();
  const deeper = inside(all, needle, values, typed.trim());
  const found = deeper.length > 0 ? deeper : all.filter((each) => matches(each, needle));
  return found.slice(0, MAX);
}

function matches(each: Completion, needle: string): boolean {
  return (
    needle === '' || each.path.toLowerCase().includes(needle) || each.group.toLowerCase().includes(needle)
  );
}

/** Members of a value deeper than the lists above go: read from the last run. */
function inside(all: readonly Completion[], needle: string, values: LastValues, typed: string): Completion[] {
  const dot = typed.lastIndexOf('.');
  if (dot <= 0) return [];
  const base = typed.slice(0, dot);
  if (all.some((each) => each.path.toLowerCase().startsWith(needle) && each.path !== base)) return [];
  const value = readPath(base, values);
  if (!isJsonObject(value ?? null)) return [];
  const rest = typed.slice(dot + 1).toLowerCase();
  return Object.entries(value as JsonObject)
    .filter(([name]) => name.toLowerCase().startsWith(rest))
    .map(([name, member]) => entry(base + pathStep(name), base, undefined, member));
}

function readPath(path: string, values: LastValues): JsonValue | undefined {
  const steps = [...path.matchAll(/[^.[\]"]+/g)].map(([step]) => step);
  const [root, ...rest] = steps;
  let value: JsonValue | undefined = values.scope.inputs;
  if (root === 'nodes') {
    const id = rest.shift();
    rest.shift();
    value = id === undefined ? undefined : (values.scope.nodeData(id) ?? undefined);
  } else if (root !== 'inputs') return undefined;
  for (const step of rest) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isJsonObject(value ?? null) && Object.hasOwn(value as JsonObject, step))
      value = (value as JsonObject)[step];
    else return undefined;
  }
  return value;
}

/** The fields of a transform or a form are written in its config; other types say theirs. */
function shapeOf(config: JsonObject, fixed: JsonObject | undefined, type: string): JsonObject | undefined {
  if (fixed) return fixed;
  if (type === 'transform' && isJsonObject(config.value)) {
    return { properties: Object.fromEntries(Object.keys(config.value).map((key) => [key, {}])) };
  }
  for (const schema of [config.outputSchema, config.schema])
    if (isJsonObject(schema ?? null)) return schema as JsonObject;
  if (type === 'agent') return { properties: { text: { type: 'string' } } };
  return undefined;
}

function schemaFields(schema: JsonObject | undefined): Map<string, string | undefined> {
  const properties = isJsonObject(schema?.properties ?? null) ? (schema!.properties as JsonObject) : {};
  return new Map(
    Object.entries(properties).map(([name, field]) => [
      name,
      isJsonObject(field) && typeof field.type === 'string' ? field.type : undefined,
    ]),
  );
}

function entry(
  path: string,
  group: string,
  type: string | undefined,
  value: JsonValue | undefined,
): Completion {
  return {
    path,
    group,
    type: typeOf(value) ?? type ?? '',
    preview: value === undefined ? '' : shortJson(value),
    opens: typeof value === 'object' && value !== null,
  };
}

function typeOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array · ${value.length}`;
  return typeof value;
}

const SHORT = 80;

export function shortJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}
