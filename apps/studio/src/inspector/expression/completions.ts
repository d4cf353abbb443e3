import { type CanvasDocument, definitionOf, indexOf } from '@weftwork/editor';
import { compileExpression, FUNCTIONS, parseExpression, pathStep } from '@weftwork/expressions';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isJsonObject, type JsonObject, type JsonValue, type NodeType } from '@weftwork/schema';
import type { LastValues } from '../values-context';
import { fieldsIn, schemaAt, shapeOf, typeWord } from './known-shapes';
import { lastStep } from './typed-path';

export interface Completion {
  /** What is written. */
  readonly path: string;
  /** What is shown: the path within its group. */
  readonly label: string;
  readonly group: CompletionGroup;
  /** The kind of value in a word, where it is known. */
  readonly type: string;
  /** The value of the last run, short. */
  readonly preview: string;
  /** Whether there is something to look into behind it. */
  readonly opens: boolean;
  /** A node that the last run skipped or has not reached. */
  readonly state?: 'skipped' | 'notRun';
}

export type CompletionGroup =
  | { readonly kind: 'inputs' | 'run' | 'functions' }
  | { readonly kind: 'node'; readonly id: string; readonly name: string; readonly type: NodeType }
  | { readonly kind: 'inside'; readonly name: string };

const MAX = 60;

/**
 * What an expression may read here: inputs, the nodes before this one, and behind a path what the last run or the
 * node's schema knows to be inside. Functions follow once something is typed that they begin with.
 */
export function completionsFor(
  document: CanvasDocument,
  readable: readonly string[],
  values: LastValues,
  typed: string,
): Completion[] {
  const inside = membersBehind(document, values, typed);
  if (inside) return inside.slice(0, MAX);
  const needle = typed.trim().toLowerCase();
  const all = [
    ...inputCompletions(document, values),
    ...readable.flatMap((id) => nodeCompletions(document, values, id)),
    ...runCompletions(values),
  ];
  const found = all.filter((each) => matches(each, needle));
  return [...found, ...functionCompletions(needle)].slice(0, MAX);
}

function matches({ path, group }: Completion, needle: string): boolean {
  if (needle === '' || path.toLowerCase().includes(needle)) return true;
  return group.kind === 'node' && group.name.toLowerCase().includes(needle);
}

function inputCompletions({ graph }: CanvasDocument, { scope }: LastValues): Completion[] {
  const known = fieldsIn(graph.inputSchema);
  const names = new Set([...orderOf(graph.inputSchema), ...known.keys(), ...Object.keys(scope.inputs)]);
  return [...names].map((name) =>
    entry(`inputs${pathStep(name)}`, name, { kind: 'inputs' }, scope.inputs[name], known.get(name)),
  );
}

const orderOf = (schema: JsonObject) => {
  const order = schema['x-order'];
  const known = fieldsIn(schema);
  return Array.isArray(order) ? order.map(String).filter((name) => known.has(name)) : [];
};

function nodeCompletions(document: CanvasDocument, values: LastValues, id: string): Completion[] {
  const node = indexOf(document.graph).nodes.get(id);
  const definition = node && definitionOf(nodeDefinitions, node);
  if (!node || definition?.kind === 'entry' || definition?.kind === 'exit') return [];
  const path = `nodes${pathStep(id)}.data`;
  const group: CompletionGroup = { kind: 'node', id, name: node.name || id, type: node.type };
  const data = values.scope.nodeData(id);
  const state = data === null ? 'skipped' : data === undefined && values.hasRun ? 'notRun' : undefined;
  const known = fieldsIn(shapeOf(node));
  const own = isJsonObject(data ?? null) ? (data as JsonObject) : {};
  const fields = [...new Set([...known.keys(), ...Object.keys(own)])].map((name) =>
    entry(path + pathStep(name), pathStep(name), group, own[name], known.get(name), state),
  );
  return [...fields, entry(path, 'data', group, data, { type: 'object' }, state)];
}

function runCompletions({ scope }: LastValues): Completion[] {
  return [entry('run.id', 'run.id', { kind: 'run' }, scope.runId || undefined, { type: 'string' })];
}

function functionCompletions(needle: string): Completion[] {
  if (!/^[a-z]+$/.test(needle)) return [];
  return Object.entries(FUNCTIONS)
    .filter(([name]) => name.toLowerCase().startsWith(needle))
    .map(([name, { signature, summary }]) => ({
      path: `${name}(`,
      label: signature,
      group: { kind: 'functions' },
      type: '',
      preview: summary,
      opens: false,
    }));
}

/** The members of what a path that is still being typed leads to; undefined while it is not that deep. */
function membersBehind(
  document: CanvasDocument,
  values: LastValues,
  typed: string,
): Completion[] | undefined {
  const step = lastStep(typed.trim());
  const path = step && pathOf(step.base);
  if (!step || !path) return undefined;
  const value = valueAt(step.base, values);
  const node = path.nodeId === undefined ? undefined : indexOf(document.graph).nodes.get(path.nodeId);
  const shape = schemaAt(
    path.root === 'inputs' ? document.graph.inputSchema : node && shapeOf(node),
    path.steps,
  );
  const known = fieldsIn(shape);
  const own = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  const group: CompletionGroup = { kind: 'inside', name: step.base };
  const rest = step.rest.toLowerCase();
  const names = [...new Set([...known.keys(), ...Object.keys(own)])];
  const members = names
    .filter((name) => name.toLowerCase().includes(rest))
    .map((name) => entry(step.base + pathStep(name), pathStep(name), group, own[name], known.get(name)));
  if (!Array.isArray(value)) return members;
  const items = value
    .slice(0, 20)
    .map((item, index) => entry(`${step.base}[${index}]`, `[${index}]`, group, item, undefined));
  return items.filter(({ label }) => label.includes(rest));
}

function pathOf(text: string) {
  try {
    const { root } = parseExpression(text);
    return root.kind === 'path' && (root.root === 'inputs' || root.nodeId !== undefined) ? root : undefined;
  } catch {
    return undefined;
  }
}

function valueAt(path: string, { scope }: LastValues): JsonValue | undefined {
  try {
    return compileExpression(parseExpression(path))(scope);
  } catch {
    return undefined;
  }
}

function entry(
  path: string,
  label: string,
  group: CompletionGroup,
  value: JsonValue | undefined,
  schema: JsonObject | undefined,
  state?: Completion['state'],
): Completion {
  return {
    path,
    label,
    group,
    type: typeWord(value, schema),
    preview: value === undefined ? '' : shortJson(value),
    opens: (typeof value === 'object' && value !== null) || fieldsIn(schema).size > 0,
    ...(state === undefined ? {} : { state }),
  };
}

const SHORT = 80;

export function shortJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}
