import type { JsonValue } from '@weftwork/schema';
import { readTypedJson } from '../../typed/typed-json';

/** One side of a rule as it is typed: numbers, yes, no and null as themselves, a text that reads as one in quotes. */
export function sideText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return sideValue(value) === value ? value : JSON.stringify(value);
}

const PLAIN = /^(-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?|true|false|null|".*"|\[.*\]|\{.*\})$/s;

/**
 * What a typed side means. Text that is no JSON, or would lose digits as a number, is text; anything with braces is read
 * when it runs.
 */
export function sideValue(text: string): JsonValue {
  const bare = text.trim();
  const holds = text.includes('{{') && !/^["[]/.test(bare);
  if (holds || !PLAIN.test(bare)) return text;
  const read = readTypedJson(bare);
  return read.ok && read.value !== undefined ? read.value : text;
}
