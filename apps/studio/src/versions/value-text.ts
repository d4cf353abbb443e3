import type { FieldPath } from '@weftwork/editor';
import type { JsonValue } from '../api/types';
import { conditionText } from '../canvas/node-summary';

const LONGEST = 72;

/** A value as people see it in a list of changes: texts bare, conditions in signs, the rest as JSON; long ones cut. */
export function valueText(value: JsonValue, path: FieldPath): { text: string; whole: string } {
  const whole = wholeText(value, path);
  const line = whole.replace(/\s+/g, ' ');
  return { text: line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line, whole };
}

function wholeText(value: JsonValue, path: FieldPath): string {
  if (typeof value === 'string') return value;
  if (path.at(-1) === 'when' || path.at(-1) === 'while') return conditionText(value) || JSON.stringify(value);
  return JSON.stringify(value);
}

/** Texts of several lines are told by the lines that differ rather than as a whole. */
export function isLongText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && (value.includes('\n') || value.length > 160);
}
