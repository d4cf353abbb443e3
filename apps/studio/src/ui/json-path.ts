import { pathStep } from '@weftwork/expressions';
import type { JsonValue } from '../api/types';

/** A path as an expression writes it: `data.rows[0]["any key"]`. */
export function expressionPath(root: string, parts: readonly (string | number)[]): string {
  return `${root}${parts.map(pathStep).join('')}`.replace(/^\./, '');
}

/** Whether a key or a plain value in the tree holds the text, letters' case aside. */
export function matches(value: JsonValue, needle: string): boolean {
  if (typeof value !== 'object' || value === null) return String(value).toLowerCase().includes(needle);
  return Object.entries(value).some(
    ([key, inner]) => (!Array.isArray(value) && key.toLowerCase().includes(needle)) || matches(inner, needle),
  );
}

/** Rows and columns when the value is a list of objects, or an object that holds exactly one such list under `rows`. */
export function asTable(
  value: JsonValue,
): { columns: string[]; rows: { [key: string]: JsonValue }[] } | undefined {
  const list = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value.rows)
      ? value.rows
      : undefined;
  if (!list || list.length === 0 || !list.every(isObject)) return undefined;
  const columns = [...new Set(list.slice(0, 100).flatMap((row) => Object.keys(row)))].slice(0, 30);
  return { columns, rows: list };
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
