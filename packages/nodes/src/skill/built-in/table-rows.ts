import type { JsonObject, JsonValue } from '@weftwork/schema';
import { addDecimals, compareDecimals, type Decimal, decimalText, decimalValue, toDecimal } from './decimal';

export const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count'] as const;

export interface Aggregate {
  readonly column: string;
  readonly function: (typeof AGGREGATES)[number];
  readonly as?: string;
}

/** One row per distinct value of the keys, in order of first appearance. */
export function groupRows(
  rows: readonly JsonObject[],
  keys: readonly string[],
  aggregates: readonly Aggregate[],
): JsonObject[] {
  const groups = new Map<string, JsonObject[]>();
  for (const row of rows) {
    const id = JSON.stringify(keys.map((key) => row[key] ?? null));
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  if (keys.length === 0 && groups.size === 0) groups.set('[]', []);
  return [...groups.values()].map((group) =>
    Object.fromEntries([
      ...keys.map((key) => [key, group[0]?.[key] ?? null] as const),
      ...aggregates.map(
        (item) => [item.as ?? `${item.function}_${item.column}`, aggregate(group, item)] as const,
      ),
    ]),
  );
}

function aggregate(rows: readonly JsonObject[], { column, function: name }: Aggregate): JsonValue {
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null);
  if (name === 'count') return values.length;
  const numbers = values.map((value) => decimalOf(value, column, name));
  const [first, ...rest] = numbers;
  if (first === undefined) return name === 'sum' ? 0 : null;
  if (name === 'min' || name === 'max') {
    const wanted = name === 'min' ? -1 : 1;
    return decimalValue(
      rest.reduce((best, next) => (compareDecimals(next, best) === wanted ? next : best), first),
    );
  }
  const sum = rest.reduce(addDecimals, first);
  return name === 'sum' ? decimalValue(sum) : Number(decimalText(sum)) / numbers.length;
}

function decimalOf(value: JsonValue, column: string, name: string): Decimal {
  const decimal = toDecimal(value);
  if (decimal) return decimal;
  throw new Error(
    `"${name}" needs numbers, and the column "${column}" holds ${JSON.stringify(value).slice(0, 60)}.`,
  );
}

/** Numbers (also exact ones written as text) by size, everything else by its text; nulls last. */
export function sortRows(rows: readonly JsonObject[], column: string, descending: boolean): JsonObject[] {
  const direction = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a[column] ?? null, b[column] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * compareCells(left, right);
  });
}

function compareCells(left: JsonValue, right: JsonValue): number {
  const [a, b] = [toDecimal(left), toDecimal(right)];
  if (a && b) return compareDecimals(a, b);
  const [x, y] = [cellText(left), cellText(right)];
  return x < y ? -1 : x > y ? 1 : 0;
}

export function cellText(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
