import { definitionOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isJsonObject, type JsonObject, type JsonValue, type WorkflowNode } from '@weftwork/schema';

/** What is known of a node's data without a run: what its type says, else its schema or the names it sets itself. */
export function shapeOf(node: WorkflowNode): JsonObject | undefined {
  const { config } = node;
  const fixed = definitionOf(nodeDefinitions, node)?.dataSchema;
  if (fixed) return fixed;
  if (node.type === 'transform' && isJsonObject(config.value ?? null)) {
    const names = Object.keys(config.value as JsonObject);
    return closed({ properties: Object.fromEntries(names.map((name) => [name, {}])) });
  }
  for (const schema of [config.outputSchema, config.schema]) {
    if (isJsonObject(schema ?? null)) return schema as JsonObject;
  }
  if (node.type === 'agent') return closed({ properties: { text: { type: 'string' } } });
  return undefined;
}

const closed = (schema: JsonObject): JsonObject => ({
  ...schema,
  type: 'object',
  additionalProperties: false,
});

/** The fields that a schema names, with their schemas. */
export function fieldsIn(schema: JsonObject | undefined): Map<string, JsonObject> {
  const properties = isJsonObject(schema?.properties ?? null) ? (schema!.properties as JsonObject) : {};
  return new Map(
    Object.entries(properties).map(([name, field]) => [
      name,
      isJsonObject(field) ? field : ({} as JsonObject),
    ]),
  );
}

/** What a schema says of the value that some steps lead to. */
export function schemaAt(
  schema: JsonObject | undefined,
  steps: readonly (string | number)[],
): JsonObject | undefined {
  let at = schema;
  for (const step of steps) {
    const next = typeof step === 'number' ? at?.items : fieldsIn(at).get(step);
    at = isJsonObject(next ?? null) ? (next as JsonObject) : undefined;
  }
  return at;
}

/** A type in a word: of the value where there is one, else of the schema. */
export function typeWord(value: JsonValue | undefined, schema: JsonObject | undefined): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array · ${value.length}`;
  if (value !== undefined) return typeof value;
  const type = Array.isArray(schema?.type) ? schema.type[0] : schema?.type;
  return typeof type === 'string' ? type : '';
}
