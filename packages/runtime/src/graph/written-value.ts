import { CodedError, type JsonValue } from '@weftwork/schema';

/** A value and its JSON text. */
export interface WrittenValue {
  readonly value: JsonValue;
  readonly text: string;
}

/** Throws `VALUE_TOO_LARGE` as `boundedText` does. */
export function written(value: JsonValue): WrittenValue {
  return { value, text: boundedText(value) };
}

/** As deep as a request body may be; everything that reads values later recurses no further than this. */
const MAX_LEVELS = 512;

/** In UTF-16 units. Twice over it still fits into one string, and a loop whose state doubles comes here soon. */
const MAX_LENGTH = 128 * 1024 * 1024;

/** Throws `VALUE_TOO_LARGE` for a value nested so deeply that writing it down could overflow the stack. */
export function assertBoundedDepth(value: JsonValue): void {
  if (isDeeper(value, MAX_LEVELS)) {
    throw new CodedError(
      'VALUE_TOO_LARGE',
      `The result is nested deeper than ${MAX_LEVELS} levels; flatten it.`,
    );
  }
}

/**
 * The value as JSON text; throws `VALUE_TOO_LARGE` for what is too deep or too long to be written down. A short text
 * cannot be deep, so most values are not looked into.
 */
export function boundedText(value: JsonValue): string {
  const text = textOf(value);
  if (text.length > MAX_LENGTH) throw tooLong();
  if (text.length > 2 * MAX_LEVELS) assertBoundedDepth(value);
  return text;
}

function textOf(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    assertBoundedDepth(value); // the stack came to its end
    throw tooLong(); // no string can be that long
  }
}

function tooLong(): CodedError {
  return new CodedError(
    'VALUE_TOO_LARGE',
    'The result is longer than 128 MiB of text; keep less of it, or store it as an artifact.',
  );
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as Record<string, JsonValue>)[key]!, levels - 1)) return true;
  return false;
}
