import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { DemoWriter } from './demo-writer';
import { fillNumber } from './fill-number';
import { fillText } from './fill-text';

/** Beyond this depth only what a schema demands is filled in, so that one that holds itself comes to an end. */
const FREE_DEPTH = 5;
const MAX_DEPTH = 40;
const USUAL_ITEMS = 3;

interface Place {
  readonly root: JsonObject;
  readonly writer: DemoWriter;
  /** The key under which the value stands. */
  readonly key: string;
  /** The position in the nearest list, where it stands in one. */
  readonly index?: number;
  /** It is itself an entry of that list, not a part of one. */
  readonly isItem?: boolean;
  readonly depth: number;
}

/** A value that fits the schema as far as its common keywords say, with text from the writer. */
export function fillSchema(schema: JsonObject, writer: DemoWriter): JsonValue {
  // A schema that asks for nothing takes any object.
  if (Object.keys(schema).length === 0) return { text: writer.article() };
  return fill(schema, { root: schema, writer, key: '', depth: 0 });
}

function fill(given: JsonValue | undefined, place: Place): JsonValue {
  if (place.depth > MAX_DEPTH || given === false) return null;
  const schema = flatten(isJsonObject(given) ? given : {}, place);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return chooseFrom(schema.enum, place);
  switch (typeOf(schema)) {
    case 'object':
      return fillObject(schema, place);
    case 'array':
      return fillList(schema, place);
    case 'integer':
    case 'number':
      return fillNumber(schema, place.key);
    case 'boolean':
      return place.writer.choose([true, false]);
    case 'null':
      return null;
    default:
      return fillText(schema, place);
  }
}

/** Follows `$ref` and joins what `allOf` demands and the first way that `anyOf` or `oneOf` leaves. */
function flatten(schema: JsonObject, place: Place, hops = 0): JsonObject {
  if (hops > MAX_DEPTH) return {};
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const parts = [
    ...(typeof $ref === 'string' ? [resolve($ref, place.root)] : []),
    ...(Array.isArray(allOf) ? allOf : []),
    ...[anyOf, oneOf].map((ways) => (Array.isArray(ways) ? firstWay(ways) : undefined)),
  ].filter(isJsonObject);
  return parts.map((part) => flatten(part, place, hops + 1)).reduce(joinSchemas, own);
}

function firstWay(ways: readonly JsonValue[]): JsonValue | undefined {
  return ways.find((way) => isJsonObject(way) && way.type !== 'null') ?? ways[0];
}

function resolve(ref: string, root: JsonObject): JsonValue | undefined {
  if (!ref.startsWith('#')) return undefined;
  let found: JsonValue | undefined = root;
  for (const part of ref.slice(1).split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

function joinSchemas(a: JsonObject, b: JsonObject): JsonObject {
  const joined = { ...a, ...b };
  if (isJsonObject(a.properties) && isJsonObject(b.properties)) {
    joined.properties = { ...a.properties, ...b.properties };
  }
  if (Array.isArray(a.required) && Array.isArray(b.required))
    joined.required = [...a.required, ...b.required];
  return joined;
}

function typeOf(schema: JsonObject): JsonValue | undefined {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((name) => name !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (schema.properties !== undefined || schema.required !== undefined) return 'object';
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array';
  return ['minimum', 'maximum', 'multipleOf'].some((key) => schema[key] !== undefined) ? 'number' : 'string';
}

/** Neighbours in a list get different options, as far as there are any. */
function chooseFrom(options: readonly JsonValue[], { index, writer }: Place): JsonValue {
  return index === undefined ? writer.choose(options) : options[index % options.length]!;
}

function fillObject(schema: JsonObject, place: Place): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = (Array.isArray(schema.required) ? schema.required : []).map(String);
  const wanted = place.depth < FREE_DEPTH ? [...Object.keys(properties), ...required] : required;
  const keys = new Set(wanted);
  const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
  for (let count = 1; keys.size < least; count += 1) keys.add(`key${count}`);
  return Object.fromEntries(
    [...keys].map((key) => {
      const inner = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties;
      return [key, fill(inner, { ...place, key, isItem: false, depth: place.depth + 1 })];
    }),
  );
}

function fillList(schema: JsonObject, place: Place): JsonValue[] {
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const least = typeof schema.minItems === 'number' ? schema.minItems : prefix.length;
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY;
  const usual = place.depth < FREE_DEPTH && schema.items !== false ? Math.max(USUAL_ITEMS, least) : least;
  const length = Math.min(usual, most, distinctItems(schema, place));
  return Array.from({ length }, (_, index) =>
    fill(prefix[index] ?? schema.items, { ...place, index, isItem: true, depth: place.depth + 1 }),
  );
}

/** How many different items a list of distinct ones can have. */
function distinctItems(schema: JsonObject, place: Place): number {
  if (schema.uniqueItems !== true || !isJsonObject(schema.items)) return Number.POSITIVE_INFINITY;
  const items = flatten(schema.items, place);
  if (items.const !== undefined) return 1;
  return Array.isArray(items.enum) ? items.enum.length : Number.POSITIVE_INFINITY;
}
