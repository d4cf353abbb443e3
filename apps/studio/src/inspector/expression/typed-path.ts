/** Where a path is being typed: from its first letter to the caret. */
export interface TypedPath {
  readonly start: number;
  readonly typed: string;
}

const PATH = /[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]*|\[(?:"(?:[^"\\]|\\.)*"?|\d*)\]?)*$/u;

/** The path before the caret: behind open braces in a text, anywhere in a bare expression, never inside its texts. */
export function typedPathAt(text: string, caret: number, bare: boolean): TypedPath | undefined {
  const start = bare ? 0 : openBraces(text, caret);
  if (start === undefined) return undefined;
  const before = text.slice(start, caret);
  const path = PATH.exec(before)?.[0] ?? '';
  if (insideText(before.slice(0, before.length - path.length))) return undefined;
  return { start: caret - path.length, typed: path };
}

/** Behind the braces that are open at the caret, if any are. */
export function openBraces(text: string, caret: number): number | undefined {
  const before = text.slice(0, caret);
  const open = before.lastIndexOf('{{');
  return open < 0 || before.indexOf('}}', open) >= 0 ? undefined : open + 2;
}

function insideText(before: string): boolean {
  let quote: string | undefined;
  for (let at = 0; at < before.length; at++) {
    const char = before[at]!;
    if (quote !== undefined && char === '\\') at += 1;
    else if (char === quote) quote = undefined;
    else if (quote === undefined && (char === '"' || char === "'")) quote = char;
  }
  return quote !== undefined;
}

/** The part of a path before its last step, and what is typed of that step; undefined where there is only one. */
export function lastStep(typed: string): { base: string; rest: string } | undefined {
  const isQuoting = (typed.match(/"/g)?.length ?? 0) % 2 === 1;
  const found = isQuoting
    ? /^(.+)\["([^"]*)$/su.exec(typed)
    : /^(.+)(?:\.([^.[\]"]*)|\[(\d*))$/su.exec(typed);
  return found ? { base: found[1]!, rest: found[2] ?? found[3] ?? '' } : undefined;
}
