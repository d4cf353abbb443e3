import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { validateAgainst } from './compile-schema';
import { resolveLocalRef } from './schema-walk';

/** A default may stand in a schema that refers to itself; beyond this depth nothing is filled in. */
const MAX_DEPTH = 64;

/**
 * The value with the `default`s of its schema in place of absent keys, at every depth. A key that is there stays as it
 * is, whether "", [] or null. The value given is not changed; what needs no default is shared with the answer.
 */
export function applyDefaults(schema: JsonObject, value: JsonValue): JsonValue {
  return fill(schema, value, { root: schema, depth: 0 });
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

function fill(schema: JsonValue | undefined, value: JsonValue, place: Place): JsonValue {
  if (!isJsonObject(schema) || typeof value !== 'object' || value === null || place.depth > MAX_DEPTH) {
    return value;
  }
  const deeper = { ...place, depth: place.depth + 1 };
  let filled = Array.isArray(value)
    ? fillItems(schema, value, deeper)
    : fillProperties(schema, value, deeper);
  if (typeof schema.$ref === 'string')
    filled = fill(resolveLocalRef(place.root, schema.$ref), filled, deeper);
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) filled = fill(part, filled, deeper);
  }
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(branches)) filled = fillBranch(branches, filled, deeper);
  }
  return filled;
}

function fillProperties(schema: JsonObject, value: JsonObject, place: Place): JsonValue {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const others = schema.additionalProperties;
  const changes: [string, JsonValue][] = [];
  for (const [key, property] of Object.entries(properties)) {
    if (key === '__proto__') continue;
    if (Object.hasOwn(value, key)) continue;
    const fallback = defaultOf(property, place);
    if (fallback !== undefined) changes.push([key, fill(property, fallback, place)]);
  }
  for (const [key, member] of Object.entries(value)) {
    const filled = fill(Object.hasOwn(properties, key) ? properties[key] : others, member, place);
    if (filled !== member) changes.push([key, filled]);
  }
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) };
}

/** The default of a property, also where a `$ref` or an `allOf` leads to it. */
function defaultOf(schema: JsonValue | undefined, place: Place): JsonValue | undefined {
  if (!isJsonObject(schema) || place.depth > MAX_DEPTH) return undefined;
  if (schema.default !== undefined) return schema.default;
  const deeper = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === 'string') return defaultOf(resolveLocalRef(place.root, schema.$ref), deeper);
  if (!Array.isArray(schema.allOf)) return undefined;
  return schema.allOf.map((part) => defaultOf(part, deeper)).find((found) => found !== undefined);
}

function fillItems(schema: JsonObject, value: JsonValue[], place: Place): JsonValue {
  const leading = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const filled = value.map((item, index) => fill(leading[index] ?? schema.items, item, place));
  return filled.some((item, index) => item !== value[index]) ? filled : value;
}

/** Fills in the first alternative that the value, so filled, fits. */
function fillBranch(branches: JsonValue[], value: JsonValue, place: Place): JsonValue {
  const { $defs = {}, definitions = {} } = place.root;
  for (const branch of branches) {
    if (!isJsonObject(branch)) continue;
    const filled = fill(branch, value, place);
    try {
      if (validateAgainst({ $defs, definitions, ...branch }, filled).length === 0) return filled;
    } catch {
      // A branch that cannot be judged by itself, such as one that refers to the root, gets no defaults.
    }
  }
  return value;
}
