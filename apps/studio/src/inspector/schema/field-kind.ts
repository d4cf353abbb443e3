import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { sideText, sideValue } from '../condition/operand';

/** What a field is to the people who fill it in. `other` is everything that only its JSON can show. */
export const FIELD_KINDS = [
  'string',
  'multiline',
  'number',
  'integer',
  'boolean',
  'choice',
  'date',
  'date-time',
  'array',
  'object',
  'oneOf',
  'any',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number] | 'other';

export function kindOf(schema: JsonObject): FieldKind {
  if (['$ref', 'const', 'allOf', 'not', 'if', 'anyOf'].some((key) => schema[key] !== undefined))
    return 'other';
  if (Array.isArray(schema.enum)) return 'choice';
  if (Array.isArray(schema.oneOf)) return isBranches(schema.oneOf) ? 'oneOf' : 'other';
  const { type, format } = schema;
  if (type === undefined) return isJsonObject(schema.properties ?? null) ? 'object' : 'any';
  if (type === 'string')
    return format === 'multiline' || format === 'date' || format === 'date-time' ? format : type;
  const plain: readonly unknown[] = ['number', 'integer', 'boolean', 'object', 'array'];
  return plain.includes(type) ? (type as FieldKind) : 'other';
}

const isBranches = (branches: readonly JsonValue[]) =>
  branches.every((branch) => isJsonObject(branch) && branch.const === undefined);

/** The keywords that belong to one kind and mean nothing, or something wrong, with another. */
const OWN_KEYWORDS = [
  'type',
  'format',
  'enum',
  'oneOf',
  'items',
  'properties',
  'required',
  'x-order',
  'default',
];

/** The schema as another kind: words and everything that fits any kind stay. */
export function withKind(schema: JsonObject, kind: FieldKind): JsonObject {
  if (kind === kindOf(schema) || kind === 'other') return schema;
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => !OWN_KEYWORDS.includes(key)));
  switch (kind) {
    case 'multiline':
    case 'date':
    case 'date-time':
      return { ...kept, type: 'string', format: kind };
    case 'choice':
      return { ...kept, type: 'string', enum: ['a', 'b'] };
    case 'array':
      return { ...kept, type: 'array', items: { type: 'string' } };
    case 'object':
      return { ...kept, type: 'object', properties: {} };
    case 'oneOf':
      return { ...kept, oneOf: [branch('A'), branch('B')] };
    case 'any':
      return kept;
    default:
      return { ...kept, type: kind };
  }
}

export const branch = (title: string): JsonObject => ({ title, type: 'object', properties: {} });

/** The values of a choice, one a line. A choice of texts holds texts only; any other reads values as rules do. */
export function choicesText(schema: JsonObject): string {
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const isText = schema.type === 'string' && values.every((value) => typeof value === 'string');
  return values.map((value) => (isText ? String(value) : sideText(value))).join('\n');
}

export function withChoices(schema: JsonObject, text: string): JsonObject {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const before = Array.isArray(schema.enum) ? schema.enum : [];
  const isText = schema.type === 'string' && before.every((value) => typeof value === 'string');
  return { ...schema, enum: lines.map((line) => (isText ? line.trim() : sideValue(line.trim()))) };
}

/** Sets a keyword, or takes it away. */
export function withKeyword(schema: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const { [key]: _, ...rest } = schema;
  return value === undefined || value === '' ? rest : { ...rest, [key]: value };
}

const SHOWN = [...OWN_KEYWORDS, 'title', 'description'];

/** Keywords that the list of fields does not show. They are kept, and edited as JSON. */
export const keptKeywords = (schema: JsonObject): string[] =>
  Object.keys(schema).filter((key) => !SHOWN.includes(key));
