import type { JsonValue } from '@weftwork/schema';
import pg from 'pg';

const { builtins } = pg.types;

type ReadValue = (text: string) => JsonValue;

/** The text form of a number, where a double holds it; NaN and the infinities stay text. */
function readDouble(text: string): JsonValue {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** A number token that a double may not hold exactly, in JSON text whose strings were taken out. */
const LONG_NUMBER = /\d[\d.]{15,}|[eE]/;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;

function readJson(text: string): JsonValue {
  return LONG_NUMBER.test(text.replace(JSON_STRING, '').replace(/true|false/g, '')) ? text : JSON.parse(text);
}

const asText: ReadValue = (text) => text;
const readBoolean: ReadValue = (text) => text === 't';

/** Types whose values JSON holds exactly. Whatever is not listed, such as int8, numeric, dates and bytea, stays text. */
const READERS = new Map<number, ReadValue>([
  [builtins.BOOL, readBoolean],
  [builtins.INT2, Number],
  [builtins.INT4, Number],
  [builtins.FLOAT4, readDouble],
  [builtins.FLOAT8, readDouble],
  [builtins.JSON, readJson],
  [builtins.JSONB, readJson],
  [1000, listOf(readBoolean)],
  [1005, listOf(Number)],
  [1007, listOf(Number)],
  [1021, listOf(readDouble)],
  [1022, listOf(readDouble)],
  [1009, listOf(asText)],
  [1015, listOf(asText)],
  [1016, listOf(asText)],
  [1231, listOf(asText)],
  [2951, listOf(asText)],
]);

/** `arrayParser` is an object with `create`, whatever its published type says. */
const arrayParser = pg.types.arrayParser as unknown as {
  create(text: string, read: ReadValue): { parse(): JsonValue[] };
};

function listOf(read: ReadValue): ReadValue {
  return (text) => arrayParser.create(text, (entry) => (entry === null ? null : read(String(entry)))).parse();
}

/** Handed to the driver: every value comes as text and is read by the rules above. */
export const exactTypes = {
  getTypeParser: (oid: number) => READERS.get(oid) ?? asText,
} as pg.CustomTypesConfig;

const TYPE_NAMES = new Map<number, string>(
  Object.entries(builtins).map(([name, oid]) => [oid, name.toLowerCase()] as const),
);

export function knownTypeName(oid: number): string | undefined {
  return TYPE_NAMES.get(oid);
}
