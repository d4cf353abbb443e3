import type { Issue, IssueCode } from './issue';
import { jsonPointer } from './json';

/** Depth from the document; the document itself is depth 1. */
export const MAX_DEPTH = 100;
/** Below this JavaScript and other languages print the same double differently. */
const MIN_MAGNITUDE = 1e-5;

/**
 * Lists what cannot be written down exactly in the canonical text: integers beyond the safe range, doubles that
 * print differently elsewhere, `__proto__`, lone surrogates, U+0000 and documents nested too deep.
 */
export function exactnessIssues(document: unknown): Issue[] {
  const issues: Issue[] = [];
  const path: PropertyKey[] = [];

  function report(code: IssueCode, message: string): void {
    issues.push({ code, severity: 'error', path: jsonPointer(path), message });
  }

  function visitText(text: string, what: string): void {
    if (!text.isWellFormed()) report('LONE_SURROGATE', `${what} holds half of a surrogate pair; remove it.`);
    if (text.includes('\u0000')) report('NULL_CHARACTER', `${what} holds the character U+0000; remove it.`);
  }

  function visit(value: unknown): void {
    if (typeof value === 'string') {
      visitText(value, 'The text');
    } else if (typeof value === 'number') {
      const problem = numberProblem(value);
      if (problem) report('NUMBER_NOT_EXACT', problem);
    } else if (typeof value === 'object' && value !== null) {
      if (path.length < MAX_DEPTH) visitMembers(value);
      else report('TOO_DEEP', `Nested deeper than ${MAX_DEPTH} levels; flatten it.`);
    }
  }

  function visitMembers(value: object): void {
    for (const key of Object.keys(value)) {
      path.push(Array.isArray(value) ? Number(key) : key);
      if (key === '__proto__') report('FORBIDDEN_KEY', 'The key "__proto__" is not allowed; rename it.');
      if (!Array.isArray(value)) visitText(key, 'The key');
      visit((value as Record<string, unknown>)[key]);
      path.pop();
    }
  }

  visit(document);
  return issues;
}

/** Tells an integer of JSON text beyond the safe range; what has a fraction or an exponent is no integer here. */
export function isUnsafeInteger(written: string): boolean {
  return written.length > 15 && /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written));
}

/** What to say of an integer that JSON readers round; give it as it was written where that is known. */
export function unsafeIntegerMessage(integer: number | string): string {
  return `${integer} lies outside ±${Number.MAX_SAFE_INTEGER} and would lose digits; write it as text.`;
}

function numberProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return `${value} is not a finite number.`;
  if (Number.isInteger(value)) {
    return Number.isSafeInteger(value) ? undefined : unsafeIntegerMessage(value);
  }
  return Math.abs(value) < MIN_MAGNITUDE
    ? `${value} is smaller than ${MIN_MAGNITUDE} and is printed differently elsewhere; write it as text or scale it.`
    : undefined;
}
