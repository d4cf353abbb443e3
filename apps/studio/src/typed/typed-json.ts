import {
  exactnessIssues,
  type Issue,
  isUnsafeInteger,
  type JsonValue,
  parseJsonText,
  unsafeIntegerMessage,
} from '@weftwork/schema';

/** What was typed as JSON: a value, nothing, or why it is not taken. Without an issue it is no JSON (yet). */
export type TypedJson =
  | { readonly ok: true; readonly value: JsonValue | undefined }
  | { readonly ok: false; readonly issue: Issue | undefined };

/**
 * Reads JSON as a person typed it. What would not be kept as it is written is refused, as the server refuses it:
 * integers that lose digits, keys that stand twice, halves of characters.
 */
export function readTypedJson(text: string): TypedJson {
  if (text.trim() === '') return { ok: true, value: undefined };
  let json: ReturnType<typeof parseJsonText>;
  try {
    json = parseJsonText(text);
  } catch {
    return { ok: false, issue: undefined };
  }
  const { value, duplicates, unsafeIntegers } = json;
  // Of an integer the issue that gives it as it was written tells more.
  const [issue] = [...duplicates, ...unsafeIntegers, ...exactnessIssues(value)];
  return issue ? { ok: false, issue } : { ok: true, value };
}

/** A typed number, or undefined where it is none or would not be kept exactly. */
export function exactNumber(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return exactnessIssues(number).length === 0 ? number : undefined;
}

/** What was typed as a number that may be left out, or why it is not taken. */
export type TypedNumber =
  | { readonly ok: true; readonly value: number | undefined }
  | { readonly ok: false; readonly issue: Issue }
  | { readonly ok: false; readonly issue?: undefined; readonly least: number | undefined };

export function readTypedNumber(text: string, least = Number.NEGATIVE_INFINITY): TypedNumber {
  const written = text.trim();
  if (written === '') return { ok: true, value: undefined };
  const value = Number(written);
  if (Number.isNaN(value)) return { ok: false, least: undefined };
  const [issue] = exactnessIssues(value);
  if (issue) {
    const message = isUnsafeInteger(written) ? unsafeIntegerMessage(written) : issue.message;
    return { ok: false, issue: { ...issue, message } };
  }
  return value < least ? { ok: false, least } : { ok: true, value };
}
