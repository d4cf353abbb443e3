import { forbiddenError } from './errors';

/** Names through which JavaScript objects reach beyond their own data. Refused as keys and members alike. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
]);

/** Checked after escapes are decoded, so that `"\u005f_proto__"` is seen for what it is. */
export function assertNameAllowed(name: string, position?: number): void {
  if (FORBIDDEN_NAMES.has(name))
    throw forbiddenError(`The name "${name}" cannot be read or written.`, position);
}

const IDENTIFIER = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{M}\p{Nd}_$]*$/u;

/** Whether a name can follow a dot; any other is written in brackets. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** A text as a literal of the language: only the escapes that the parser reads. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll('\\b', '\\u0008').replaceAll('\\f', '\\u000c');
}

/** One step of a path as it is written: `.name`, `["any key"]` or `[0]`. */
export function pathStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return isIdentifier(step) ? `.${step}` : `[${quoteText(step)}]`;
}
