import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

/*
 * A JSON Schema of an object as a list of fields. Whatever the list does not show stays as it is: every change copies
 * the schema and replaces what it is about. Field order is kept in `x-order`, since keys are sorted when stored.
 */

export interface SchemaField {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Why a schema cannot be shown as fields. */
export type NoFields = { readonly reason: 'type' | 'reference' | 'field'; readonly name: string };

export function whyNoFields(schema: JsonObject | undefined): NoFields | undefined {
  if (schema === undefined) return undefined;
  const { type, properties, $ref } = schema;
  if (typeof $ref === 'string') return { reason: 'reference', name: $ref };
  if (type !== undefined && type !== 'object') return { reason: 'type', name: JSON.stringify(type) };
  if (properties === undefined) return undefined;
  if (!isJsonObject(properties)) return { reason: 'field', name: 'properties' };
  const odd = Object.keys(properties).find((name) => !isJsonObject(properties[name] ?? null));
  return odd === undefined ? undefined : { reason: 'field', name: odd };
}

export function readFields(schema: JsonObject | undefined): SchemaField[] {
  const properties = isJsonObject(schema?.properties ?? null) ? (schema!.properties as JsonObject) : {};
  const required = new Set(listOf(schema?.required));
  const order = listOf(schema?.['x-order']).filter((name) => Object.hasOwn(properties, name));
  const names = [...new Set([...order, ...Object.keys(properties)])];
  return names.map((name) => ({
    name,
    schema: isJsonObject(properties[name] ?? null) ? (properties[name] as JsonObject) : {},
    required: required.has(name),
  }));
}

const listOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The schema with other fields. Names that are required without being a field stay so. */
export function writeFields(schema: JsonObject | undefined, fields: readonly SchemaField[]): JsonObject {
  const { required: before, properties, 'x-order': _, ...rest } = schema ?? {};
  const known = isJsonObject(properties ?? null) ? (properties as JsonObject) : {};
  const others = listOf(before).filter((name) => !Object.hasOwn(known, name));
  const required = [...fields.filter((field) => field.required).map(({ name }) => name), ...others];
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema: own }) => [name, own])),
    ...(fields.length > 0 ? { 'x-order': fields.map(({ name }) => name) } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A name that no field has yet. */
export function freshName(fields: readonly SchemaField[], stem = 'field'): string {
  const taken = new Set(fields.map(({ name }) => name));
  let number = fields.length + 1;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

export function moveField(fields: readonly SchemaField[], from: number, to: number): SchemaField[] {
  const next = [...fields];
  const [moved] = next.splice(from, 1);
  if (moved) next.splice(to, 0, moved);
  return next;
}
