import type { JsonValue } from '@weftwork/schema';
import { mismatchError } from '../errors';
import { formatDate } from '../format-date';
import { toText } from '../operators';
import { assertTextLength, define, listOf, textOf, wholeNumberOf, wrongType } from './define';

export const TEXT_FUNCTIONS = {
  lower: define('lower(t)', 'The text in lower case', (t) => textOf(t, 'lower').toLowerCase()),
  upper: define('upper(t)', 'The text in upper case', (t) => textOf(t, 'upper').toUpperCase()),
  trim: define('trim(t)', 'The text without blanks around it', (t) => textOf(t, 'trim').trim()),
  split: define('split(t, sep)', 'The parts of a text between the separators', (t, sep) => {
    const [text, separator] = [textOf(t, 'split'), textOf(sep, 'split')];
    return separator === '' ? characters(text) : text.split(separator);
  }),
  join: define('join(list, sep)', 'The members of a list as one text', (list, sep) => {
    const [texts, separator] = [listOf(list, 'join').map(toText), textOf(sep, 'join')];
    const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
    assertTextLength(length, 'join');
    return texts.join(separator);
  }),
  replace: define('replace(t, find, with)', 'The text with every occurrence replaced', (t, find, by) => {
    const [text, wanted, other] = [textOf(t, 'replace'), textOf(find, 'replace'), textOf(by, 'replace')];
    if (wanted === '') throw mismatchError('replace cannot look for an empty text.');
    const parts = text.split(wanted);
    assertTextLength(text.length + (parts.length - 1) * (other.length - wanted.length), 'replace');
    return parts.join(other);
  }),
  slice: define(
    'slice(x, start, end?)',
    'A part of a text or list; negative counts from the end',
    (whole, start, end) => {
      const from = wholeNumberOf(start, 'slice');
      const to = end === undefined ? undefined : wholeNumberOf(end, 'slice');
      if (Array.isArray(whole)) return whole.slice(from, to);
      if (typeof whole !== 'string') throw wrongType('slice', 'a text or a list', whole);
      return hasPairs(whole) ? characters(whole).slice(from, to).join('') : whole.slice(from, to);
    },
  ),
  formatDate: define(
    'formatDate(dateTime, pattern, zone)',
    'A moment as a zone shows it: formatDate(t, "yyyy-MM-dd HH:mm", "Asia/Shanghai")',
    (dateTime, pattern, zone) =>
      formatDate(textOf(dateTime, 'formatDate'), textOf(pattern, 'formatDate'), textOf(zone, 'formatDate')),
  ),
};

/** How many characters a person counts on: a pair of surrogates is one. */
export function textLength(text: string): number {
  return hasPairs(text) ? characters(text).length : text.length;
}

function characters(text: string): JsonValue[] {
  return Array.from(text);
}

function hasPairs(text: string): boolean {
  return /[\uD800-\uDFFF]/.test(text);
}
