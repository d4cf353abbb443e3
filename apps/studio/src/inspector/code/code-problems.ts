import type { JsonObject } from '@weftwork/schema';

/** Something wrong at a place of a source text. Lines and columns count from 1. */
export interface CodeProblem {
  readonly line: number;
  readonly column?: number;
  readonly message: string;
}

const PLACE = /\s*\(line (\d+)(?:, column (\d+))?\)/;

/** The place that an error of a run names, as the sandbox and the database write it; undefined where it names none. */
export function problemOf(error: { readonly message: string } | undefined): CodeProblem | undefined {
  const found = error && PLACE.exec(error.message);
  if (!found) return undefined;
  const [place, line, column] = found;
  return {
    line: Number(line),
    ...(column === undefined ? {} : { column: Number(column) }),
    message: error.message.replace(place, ''),
  };
}

/** From a problem to the part of the text that is underlined: from its column, or its whole line. */
export function rangeOf(text: string, { line, column }: CodeProblem): { from: number; to: number } {
  const lines = text.split('\n');
  const index = Math.min(line, lines.length) - 1;
  const start = lines.slice(0, index).reduce((length, each) => length + each.length + 1, 0);
  const content = lines[index] ?? '';
  const indent = content.length - content.trimStart().length;
  const from = start + Math.min(column === undefined ? indent : column - 1, content.length);
  return { from, to: Math.max(from, start + content.trimEnd().length) };
}

/** What `input.` offers in a code node: the keys of its input. */
export function inputKeys(config: JsonObject): string[] {
  const { input } = config;
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.keys(input) : [];
}
