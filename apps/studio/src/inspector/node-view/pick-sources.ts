import { type CanvasDocument, definitionOf, indexOf } from '@weftwork/editor';
import { pathStep } from '@weftwork/expressions';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isJsonObject, type JsonObject, type JsonValue, type NodeType } from '@weftwork/schema';
import { fieldsIn, schemaAt, shapeOf } from '../expression/known-shapes';
import type { LastValues } from '../values-context';

/** Something whose values can be picked: the inputs, or a node that runs before. */
export interface PickSource {
  readonly path: string;
  readonly name: string;
  readonly type: NodeType | undefined;
  /** Undefined where the last run gave nothing, null where it skipped the node. */
  readonly value: JsonValue | undefined;
  readonly schema: JsonObject | undefined;
}

export function pickSources(
  { graph }: CanvasDocument,
  readable: readonly string[],
  { scope, hasRun }: LastValues,
  inputsName: string,
): PickSource[] {
  const { nodes } = indexOf(graph);
  const inputs: PickSource = {
    path: 'inputs',
    name: inputsName,
    type: 'start',
    value: hasRun ? scope.inputs : undefined,
    schema: graph.inputSchema,
  };
  const others = readable.flatMap((id): PickSource[] => {
    const node = nodes.get(id);
    const kind = node && definitionOf(nodeDefinitions, node)?.kind;
    if (!node || kind === 'entry' || kind === 'exit') return [];
    const path = `nodes${pathStep(id)}.data`;
    return [
      { path, name: node.name || id, type: node.type, value: scope.nodeData(id), schema: shapeOf(node) },
    ];
  });
  return [...others, inputs];
}

export interface PickMember {
  readonly step: string | number;
  readonly value: JsonValue | undefined;
  readonly schema: JsonObject | undefined;
}

/** What is inside a value: its members, and those that only the schema knows yet. */
export function pickMembers(value: JsonValue | undefined, schema: JsonObject | undefined): PickMember[] {
  if (Array.isArray(value)) {
    return value.map((item, index) => ({ step: index, value: item, schema: schemaAt(schema, [index]) }));
  }
  const own = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  const known = fieldsIn(schema);
  const order = Array.isArray(schema?.['x-order']) ? schema['x-order'].map(String) : [];
  const names = [...new Set([...Object.keys(own), ...known.keys()])];
  const ordered = [
    ...order.filter((name) => names.includes(name)),
    ...names.filter((name) => !order.includes(name)),
  ];
  return ordered.map((name) => ({
    step: name,
    value: own[name],
    schema: known.get(name),
  }));
}
