import { CodedError, type JsonValue } from '@weftwork/schema';

/** As deep as a request body may be; everything that reads values later recurses no further than this. */
const MAX_LEVELS = 512;

/** Throws `VALUE_TOO_LARGE` for a value nested so deeply that writing it down could overflow the stack. */
export function assertBoundedDepth(value: JsonValue): void {
  if (isDeeper(value, MAX_LEVELS)) {
    throw new CodedError(
      'VALUE_TOO_LARGE',
      `The result is nested deeper than ${MAX_LEVELS} levels; flatten it.`,
    );
  }
}

/** The value as JSON text; throws `VALUE_TOO_LARGE` as above. A short text cannot be deep, so most are not looked into. */
export function boundedText(value: JsonValue): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    if (cause instanceof RangeError) assertBoundedDepth(value);
    throw cause;
  }
  if (text.length > 2 * MAX_LEVELS) assertBoundedDepth(value);
  return text;
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeper((value as Record<string, JsonValue>)[key]!, levels - 1)) return true;
  return false;
}
