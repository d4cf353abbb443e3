import { CodedError, isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { mismatchError, typeName } from '../errors';

/** A pure function of the language. `run` gets as many arguments as were written, between the two bounds. */
export interface ExpressionFunction {
  readonly signature: string;
  readonly summary: string;
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly run: (...args: JsonValue[]) => JsonValue;
}

/** Counts the arguments from the signature: those marked `?` or with `=` may be left out, `…` means any number. */
export function define(
  signature: string,
  summary: string,
  run: (...args: JsonValue[]) => JsonValue,
): ExpressionFunction {
  const names = signature.slice(signature.indexOf('(') + 1, -1).split(', ');
  const fixed = names.filter((name) => name !== '…');
  return {
    signature,
    summary,
    minArgs: names.includes('…') ? 1 : fixed.filter((name) => !/[?=]/.test(name)).length,
    maxArgs: names.includes('…') ? 1_000 : fixed.length,
    run,
  };
}

/** A guard against texts that multiply until the process has no memory left. */
const MAX_TEXT_LENGTH = 32 * 1024 * 1024;

export function assertTextLength(length: number, name: string): void {
  if (length > MAX_TEXT_LENGTH) {
    throw new CodedError(
      'VALUE_TOO_LARGE',
      `The result of ${name} has more than ${MAX_TEXT_LENGTH} characters.`,
    );
  }
}

export function wrongType(name: string, wanted: string, value: JsonValue | undefined): CodedError {
  return mismatchError(`${name} takes ${wanted}, not ${value === undefined ? 'nothing' : typeName(value)}.`);
}

export function textOf(value: JsonValue | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw wrongType(name, 'a text', value);
}

export function listOf(value: JsonValue | undefined, name: string): JsonValue[] {
  if (Array.isArray(value)) return value;
  throw wrongType(name, 'a list', value);
}

export function objectOf(value: JsonValue | undefined, name: string): JsonObject {
  if (value !== undefined && isJsonObject(value)) return value;
  throw wrongType(name, 'an object', value);
}

export function numberOf(value: JsonValue | undefined, name: string): number {
  if (typeof value === 'number') return value;
  throw wrongType(name, 'a number', value);
}

export function wholeNumberOf(value: JsonValue | undefined, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw wrongType(name, 'a whole number', value);
}

export function numbersOf(value: JsonValue | undefined, name: string): number[] {
  return listOf(value, name).map((item) => {
    if (typeof item === 'number') return item;
    throw wrongType(name, 'a list of numbers', item);
  });
}
