import type { JsonObject } from '@weftwork/schema';

/** Keys whose numbers are shares or grades: a good one reads better than a middling one. */
const GRADE = /score|confidence|quality|probab|rating|relevan|certain|评分|质量|置信|概率/i;
const GOOD = 0.86;

/** A number within the bounds of the schema. */
export function fillNumber(schema: JsonObject, key: string): number {
  const whole = schema.type === 'integer' || (Array.isArray(schema.type) && schema.type.includes('integer'));
  const step = numberIn(schema.multipleOf) ?? (whole ? 1 : undefined);
  const gap = step ?? 1e-3;
  const least = lowest([schema.minimum, 0], [schema.exclusiveMinimum, gap]);
  const most = highest([schema.maximum, 0], [schema.exclusiveMaximum, gap]);
  return clamp(onStep(usual(least, most, key, whole), step, least), step, least, most);
}

function usual(least: number | undefined, most: number | undefined, key: string, whole: boolean): number {
  if (GRADE.test(key)) {
    if (least === undefined && most === undefined) return whole ? 86 : GOOD;
    const from = least ?? 0;
    return from + ((most ?? Math.max(1, from)) - from) * GOOD;
  }
  if (/year|年份/i.test(key)) return 2026;
  if (least !== undefined && most !== undefined) return Math.round(((least + most) / 2) * 100) / 100;
  return Math.min(Math.max(3, least ?? 3), most ?? 3);
}

/** The nearest multiple that is not below the least. */
function onStep(value: number, step: number | undefined, least: number | undefined): number {
  if (step === undefined) return Number(value.toPrecision(12));
  const steps = Math.round(value / step);
  const found = Number((steps * step).toPrecision(12));
  return least !== undefined && found < least ? Number(((steps + 1) * step).toPrecision(12)) : found;
}

function clamp(
  value: number,
  step: number | undefined,
  least: number | undefined,
  most: number | undefined,
): number {
  if (most !== undefined && value > most) return step === undefined ? most : Math.floor(most / step) * step;
  return least !== undefined && value < least ? least : value;
}

type Bound = readonly [value: unknown, inset: number];

function lowest(...bounds: Bound[]): number | undefined {
  const found = bounds.flatMap(([value, inset]) => (typeof value === 'number' ? [value + inset] : []));
  return found.length > 0 ? Math.max(...found) : undefined;
}

function highest(...bounds: Bound[]): number | undefined {
  const found = bounds.flatMap(([value, inset]) => (typeof value === 'number' ? [value - inset] : []));
  return found.length > 0 ? Math.min(...found) : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
