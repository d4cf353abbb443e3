import { isCodedError } from '@weftwork/schema';
import type { Expression } from './ast';
import { BoundedCache } from './bounded-cache';
import { shiftPosition, syntaxError } from './errors';
import { parseExpression } from './parse-expression';

/** An expression within a template; `offset` is where its text begins. */
export interface TemplateHole {
  readonly expression: Expression;
  readonly offset: number;
}

/** A text with `{{ … }}` in it. Immutable and shared. */
export interface Template {
  readonly text: string;
  readonly parts: readonly (string | TemplateHole)[];
  /** The one expression of a text that is exactly `{{ … }}`: its value keeps its type. */
  readonly whole?: TemplateHole;
}

const cache = new BoundedCache<Template>(4_000);

/** Whether a text holds anything to evaluate; most do not. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** Reads a template. Throws as `parseExpression` does, with positions counted from the start of the template. */
export function parseTemplate(text: string): Template {
  return cache.getOrCreate(text, () => {
    const parts = splitTemplate(text);
    const only = parts.length === 1 ? parts[0] : undefined;
    return typeof only === 'object' ? { text, parts, whole: only } : { text, parts };
  });
}

function splitTemplate(text: string): (string | TemplateHole)[] {
  const parts: (string | TemplateHole)[] = [];
  let index = 0;
  for (;;) {
    const open = text.indexOf('{{', index);
    if (open === -1) break;
    if (open > index) parts.push(text.slice(index, open));
    const close = findClose(text, open + 2);
    if (close === -1) {
      throw syntaxError('"{{" is not closed by "}}"; to print two braces write {{ "{{" }}.', open);
    }
    parts.push(parseHole(text.slice(open + 2, close), open + 2));
    index = close + 2;
  }
  if (index < text.length) parts.push(text.slice(index));
  return parts;
}

function parseHole(source: string, offset: number): TemplateHole {
  // Blanks inside the braces mean nothing, so that texts that differ in them share one parsed expression.
  const blanks = source.length - source.trimStart().length;
  try {
    return { expression: parseExpression(source.trim()), offset: offset + blanks };
  } catch (error) {
    throw isCodedError(error) ? shiftPosition(error, offset + blanks) : error;
  }
}

/** The first `}}` outside strings and braces, or -1. */
function findClose(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (char === '"' || char === "'") {
      index = endOfString(text, index);
    } else if (char === '{') {
      depth++;
    } else if (char === '}') {
      if (depth > 0) depth--;
      else if (text[index + 1] === '}') return index;
    }
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === text[start]) return index;
  }
  return text.length;
}
