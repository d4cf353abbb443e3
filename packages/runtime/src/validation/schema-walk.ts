import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

/** Keywords of JSON Schema 2020-12 (and `definitions` of its forerunners) by how they hold further schemas. */
const SINGLE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** Visits a schema and the schemas within it, but not what merely looks like one, such as a default. */
export function walkSchema(
  schema: JsonValue,
  visit: (schema: JsonObject, at: readonly PropertyKey[]) => void,
  at: readonly PropertyKey[] = [],
): void {
  if (!isJsonObject(schema)) return;
  visit(schema, at);
  for (const key of SINGLE) {
    if (Object.hasOwn(schema, key)) walkSchema(schema[key]!, visit, [...at, key]);
  }
  for (const key of [...LISTS, ...MAPS]) {
    const members = Object.hasOwn(schema, key) ? schema[key] : undefined;
    if (typeof members !== 'object' || members === null) continue;
    for (const [name, member] of Object.entries(members)) {
      walkSchema(member, visit, [...at, key, Array.isArray(members) ? Number(name) : name]);
    }
  }
}

/** What a local `$ref` such as `#/$defs/item` leads to, or undefined. */
export function resolveLocalRef(root: JsonObject, ref: string): JsonValue | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let value: JsonValue | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decodePart(part);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
