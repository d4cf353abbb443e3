import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  NODE_TYPES,
  type NodeDefinition,
  type NodeDefinitions,
  type NodeType,
  ON_ERROR,
  type OnError,
} from '@weftwork/schema';

/*
 * A graph document as far as it can be read. Checks between nodes work on this, so that one wrong field does not hide
 * everything else. What is wrong with the fields themselves is reported by the schema.
 */

export interface SketchNode {
  /** Place in `nodes` of the document. */
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly parentId?: string;
  /** Absent when the type is not known. */
  readonly type?: NodeType;
  readonly definition?: NodeDefinition;
  readonly config: JsonObject;
  readonly onError: OnError;
  readonly timeoutSeconds?: JsonValue;
  readonly retry?: JsonValue;
}

export interface SketchEdge {
  readonly index: number;
  readonly id: string;
  readonly source?: string;
  readonly sourceHandle?: string;
  readonly target?: string;
  readonly targetHandle?: string;
}

export interface Sketch {
  readonly id?: string;
  readonly inputSchema: JsonValue;
  readonly outputSchema: JsonValue;
  readonly nodes: readonly SketchNode[];
  readonly edges: readonly SketchEdge[];
}

export function sketchGraph(document: unknown, definitions: NodeDefinitions): Sketch {
  const graph = isJsonObject(document) ? document : {};
  const id = textOf(field(graph, 'id'));
  return {
    ...(id === undefined ? {} : { id }),
    inputSchema: field(graph, 'inputSchema', 'input_schema') ?? {},
    outputSchema: field(graph, 'outputSchema', 'output_schema') ?? {},
    nodes: eachObject(graph.nodes, (node, index) => sketchNode(node, index, definitions)),
    edges: eachObject(graph.edges, sketchEdge),
  };
}

function sketchNode(node: JsonObject, index: number, definitions: NodeDefinitions): SketchNode | undefined {
  const id = textOf(node.id);
  if (id === undefined) return undefined;
  const type = NODE_TYPES.find((known) => known === node.type);
  return {
    index,
    id,
    name: textOf(node.name) ?? id,
    ...withText('parentId', field(node, 'parentId', 'parent_id')),
    ...(type === undefined ? {} : { type, definition: definitions[type] }),
    config: isJsonObject(node.config) ? node.config : {},
    onError: ON_ERROR.find((known) => known === field(node, 'onError', 'on_error')) ?? 'fail',
    ...withValue('timeoutSeconds', field(node, 'timeoutSeconds', 'timeout_seconds')),
    ...withValue('retry', field(node, 'retry')),
  };
}

function sketchEdge(edge: JsonObject, index: number): SketchEdge | undefined {
  return {
    index,
    id: textOf(edge.id) ?? '',
    ...withText('source', field(edge, 'source')),
    ...withText('sourceHandle', field(edge, 'sourceHandle', 'source_handle')),
    ...withText('target', field(edge, 'target')),
    ...withText('targetHandle', field(edge, 'targetHandle', 'target_handle')),
  };
}

function eachObject<Item>(
  list: JsonValue | undefined,
  read: (item: JsonObject, index: number) => Item | undefined,
): Item[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) => {
    const made = isJsonObject(item) ? read(item, index) : undefined;
    return made === undefined ? [] : [made];
  });
}

/** Null counts as absent, as everywhere in typed fields. */
function field(object: JsonObject, ...names: string[]): JsonValue | undefined {
  for (const name of names) if (Object.hasOwn(object, name) && object[name] !== null) return object[name];
  return undefined;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function withText<Name extends string>(name: Name, value: JsonValue | undefined): { [Key in Name]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [Key in Name]: string }) : {};
}

function withValue<Name extends string>(
  name: Name,
  value: JsonValue | undefined,
): { [Key in Name]?: JsonValue } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: JsonValue });
}
