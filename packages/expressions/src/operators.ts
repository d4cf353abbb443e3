import { isJsonObject, type JsonValue } from '@weftwork/schema';
import { compareInstants, isDate, parseDateTime } from './date-time';
import { mismatchError, typeName } from './errors';

/** Equal by type and deep value: "20" is not 20, and the order of an object's keys does not matter. */
export function isEqual(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]!));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key]!, b[key]!))
  );
}

/** Below 0, 0 or above 0. Takes two numbers, two date-times with zone, or two dates; anything else is an error. */
export function compare(a: JsonValue, b: JsonValue, operator: string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') {
    const [instantA, instantB] = [parseDateTime(a), parseDateTime(b)];
    if (instantA && instantB) return compareInstants(instantA, instantB);
    if (isDate(a) && isDate(b)) return a === b ? 0 : a < b ? -1 : 1;
    throw mismatchError(
      `"${operator}" compares two numbers, two date-times with zone or two dates, not two other texts; toNumber(…) reads a number from a text.`,
    );
  }
  throw mismatchError(
    `"${operator}" compares two numbers, two date-times with zone or two dates, not ${typeName(a)} with ${typeName(b)}.`,
  );
}

/** Text in text (case-sensitive), member of a list (as `isEqual`), or key of an object. */
export function contains(whole: JsonValue, part: JsonValue): boolean {
  if (typeof whole === 'string' && typeof part === 'string') return whole.includes(part);
  if (Array.isArray(whole)) return whole.some((item) => isEqual(item, part));
  if (isJsonObject(whole) && typeof part === 'string') return Object.hasOwn(whole, part);
  throw mismatchError(
    `contains looks for a text in a text, a member in a list or a key in an object, not for ${typeName(part)} in ${typeName(whole)}.`,
  );
}

/** Null, "", [] and {} are empty; no other value is. */
export function isEmpty(value: JsonValue): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

export function calculate(operator: '+' | '-' | '*' | '/' | '%', a: JsonValue, b: JsonValue): number {
  if (typeof a !== 'number' || typeof b !== 'number') {
    const hint = operator === '+' && (typeof a === 'string' || typeof b === 'string');
    throw mismatchError(
      `"${operator}" takes two numbers, not ${typeName(a)} and ${typeName(b)}.${
        hint ? ' To join texts write {{ a }}{{ b }}, or join([a, b], "").' : ''
      }`,
    );
  }
  return finite(resultOf(operator, a, b), operator);
}

function resultOf(operator: '+' | '-' | '*' | '/' | '%', a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
    case '%':
      if (b === 0) throw mismatchError(`"${operator}" cannot divide by zero.`);
      return operator === '/' ? a / b : a % b;
  }
}

/** A number that JSON can hold. */
export function finite(value: number, operation: string): number {
  if (!Number.isFinite(value)) throw mismatchError(`The result of "${operation}" is too large for a number.`);
  return value + 0; // JSON knows no -0
}

export function asBoolean(value: JsonValue, operator: string): boolean {
  if (typeof value === 'boolean') return value;
  throw mismatchError(`"${operator}" takes booleans, not ${typeName(value)}; compare, or use isEmpty(…).`);
}

/** How a value reads inside text: null prints nothing, objects and lists print as JSON. */
export function toText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
