import { syntaxError } from './errors';

const NUMBER = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** A number as JSON writes it, at this place. */
export function readNumber(text: string, start: number): { value: number; end: number } {
  NUMBER.lastIndex = start;
  const found = NUMBER.exec(text)?.[0];
  if (found === undefined) throw syntaxError('Numbers are written as in JSON, such as 0.5.', start);
  const end = start + found.length;
  if (/^[\p{L}\d_$.]/u.test(text.slice(end, end + 2))) {
    throw syntaxError(`"${text.slice(start, end + 1)}" is not a number as JSON writes it.`, start);
  }
  const value = Number(found);
  if (!Number.isFinite(value) || (/^\d+$/.test(found) && !Number.isSafeInteger(value))) {
    throw syntaxError(`The number ${found} cannot be held exactly.`, start);
  }
  return { value, end };
}

/** A text in either quote, at this place, its escapes decoded. */
export function readString(text: string, start: number): { value: string; end: number } {
  const quote = text[start];
  let value = '';
  let index = start + 1;
  while (index < text.length) {
    const char = text[index++]!;
    if (char === quote) return { value, end: index };
    if (char !== '\\') {
      value += char;
      continue;
    }
    const letter = text[index++];
    if (letter === 'u') {
      const hex = text.slice(index, index + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw syntaxError('"\\u" takes four hexadecimal digits.', index - 2);
      value += String.fromCharCode(Number.parseInt(hex, 16));
      index += 4;
    } else if (letter !== undefined && Object.hasOwn(ESCAPES, letter)) {
      value += ESCAPES[letter];
    } else if (letter !== undefined) {
      throw syntaxError(
        `"\\${letter}" is not an escape; there are \\" \\' \\\\ \\/ \\n \\r \\t and \\uXXXX.`,
        index - 2,
      );
    }
  }
  throw syntaxError(`The text that begins with ${quote} is not closed.`, start);
}
