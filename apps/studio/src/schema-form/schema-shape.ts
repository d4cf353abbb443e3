import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

/*
 * Reads a user's JSON Schema as a form: which control a part takes and in which order fields stand. Knows nothing of
 * React. A part it cannot draw becomes a JSON field, never an error.
 */

export type Schema = JsonObject;

export type Control =
  | 'text'
  | 'textarea'
  | 'number'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'select'
  | 'fixed'
  | 'object'
  | 'array'
  | 'branches'
  | 'json';

/** Follows a local `$ref`; a loop or a missing target gives the empty schema. */
export function resolve(schema: Schema, root: Schema): Schema {
  let current = schema;
  for (let depth = 0; typeof current.$ref === 'string'; depth++) {
    if (depth > 20 || !current.$ref.startsWith('#')) return {};
    const target = current.$ref
      .slice(1)
      .split('/')
      .slice(1)
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<JsonValue | undefined>(
        (at, part) => (isJsonObject(at) || Array.isArray(at) ? (at as JsonObject)[part] : undefined),
        root,
      );
    if (!isJsonObject(target)) return {};
    const { $ref: _, ...beside } = current;
    current = { ...target, ...beside };
  }
  return current;
}

export function typeOf(schema: Schema): string | undefined {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const named = types.find((type) => typeof type === 'string' && type !== 'null');
  if (typeof named === 'string') return named;
  if (isJsonObject(schema.properties)) return 'object';
  return schema.items === undefined ? undefined : 'array';
}

/** The branches of `oneOf` or `anyOf`; none where there are none or where all are plain constants. */
export function branchesOf(schema: Schema, root: Schema): Schema[] {
  const list = [schema.oneOf, schema.anyOf].find(Array.isArray);
  const branches = (list ?? []).filter(isJsonObject).map((branch) => resolve(branch, root));
  return branches.every((branch) => branch.const !== undefined) ? [] : branches;
}

export interface Choice {
  readonly value: JsonValue;
  readonly label: string;
}

/** The values of `enum`, or of `oneOf` constants with their titles. */
export function choicesOf(schema: Schema): Choice[] | undefined {
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema['x-enumNames']) ? schema['x-enumNames'] : [];
    return schema.enum.map((value, index) => ({ value, label: labelOf(names[index] ?? value) }));
  }
  const list = [schema.oneOf, schema.anyOf].find(Array.isArray)?.filter(isJsonObject) ?? [];
  if (list.length === 0 || list.some((branch) => branch.const === undefined)) return undefined;
  return list.map((branch) => ({
    value: branch.const ?? null,
    label: labelOf(branch.title ?? branch.const ?? null),
  }));
}

function labelOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const LONG_TEXT = 160;

export function controlOf(schema: Schema, root: Schema): Control {
  if (schema.const !== undefined) return 'fixed';
  if (choicesOf(schema)) return 'select';
  if (branchesOf(schema, root).length > 0) return 'branches';
  switch (typeOf(schema)) {
    case 'string':
      if (schema.format === 'date' || schema.format === 'date-time') return schema.format;
      return schema.format === 'multiline' ||
        schema.contentMediaType !== undefined ||
        Number(schema.maxLength) > LONG_TEXT
        ? 'textarea'
        : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return isJsonObject(schema.properties) ? 'object' : 'json';
    case 'array':
      return isJsonObject(schema.items) ? 'array' : 'json';
    default:
      return 'json';
  }
}

export interface Field {
  readonly key: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Optional and reached by `$ref`: may contain itself, so it is drawn only once it has a value. */
  readonly folded: boolean;
}

/** The fields of an object in the order of `x-order`; those it leaves out follow as they stand. */
export function fieldsOf(schema: Schema, root: Schema): Field[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const order = Array.isArray(schema['x-order']) ? schema['x-order'].map(String) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.entries(properties)
    .sort(([a], [b]) => place(a) - place(b))
    .flatMap(([key, part]) => {
      if (!isJsonObject(part)) return [];
      const folded = typeof part.$ref === 'string' && !required.has(key);
      return [{ key, schema: resolve(part, root), required: required.has(key), folded }];
    });
}

/** A branch together with what stands beside `oneOf`, as one schema. */
export function mergeBranch(schema: Schema, branch: Schema): Schema {
  const { oneOf: _o, anyOf: _a, ...base } = schema;
  const list = (value: JsonValue | undefined) => (Array.isArray(value) ? value : []);
  return {
    ...base,
    ...branch,
    ...(base.title === undefined ? {} : { title: base.title }),
    ...(isJsonObject(base.properties) || isJsonObject(branch.properties)
      ? {
          properties: {
            ...(isJsonObject(base.properties) ? base.properties : {}),
            ...(isJsonObject(branch.properties) ? branch.properties : {}),
          },
          required: [...new Set([...list(base.required), ...list(branch.required)])],
          'x-order': [...new Set([...list(base['x-order']), ...list(branch['x-order'])])],
        }
      : {}),
  };
}
