import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiffLine, foldLines, lineDiff } from './line-diff';

const SIGN = { same: ' ', added: '+', removed: '-' } as const;
const shown = (before: string, after: string) =>
  lineDiff([...before].join('\n'), [...after].join('\n'))
    .map(({ kind, text }) => `${SIGN[kind]}${text}`)
    .join('');

describe('lineDiff', () => {
  it.each([
    ['abc', 'abc', ' a b c'],
    ['abc', 'abxc', ' a b+x c'],
    ['abc', 'ac', ' a-b c'],
    ['abc', 'axc', ' a-b+x c'],
    ['abcabba', 'cbabac', '-a-b c+b a b-b a+c'],
    ['aaaa', 'aa', ' a a-a-a'],
  ])('leads from %s to %s by %s', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it('holds both texts whole, and no more changes than it must', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = lineDiff(before.join('\n'), after.join('\n'));
        const side = (without: DiffLine['kind']) =>
          diff.filter(({ kind }) => kind !== without).map(({ text: line }) => line);
        expect(side('added').join('\n')).toBe(before.join('\n'));
        expect(side('removed').join('\n')).toBe(after.join('\n'));
      }),
    );
  });

  it('tells two long texts without a line in common as replaced', () => {
    const text = (sign: string) => Array.from({ length: 3_000 }, (_, at) => `${sign}${at}`).join('\n');
    const kinds = lineDiff(text('a'), text('b')).map(({ kind }) => kind);
    expect(kinds.indexOf('added')).toBe(3_000);
    expect(kinds.lastIndexOf('removed')).toBe(2_999);
  });
});

it('folds what stays the same between changes, but never a single line', () => {
  const diff = lineDiff([...'abcdefghij'].join('\n'), [...'abcdXfghij'].join('\n'));
  const signs = (context: number) =>
    foldLines(diff, context).map((line) => (line.kind === 'fold' ? `(${line.count})` : line.text));
  expect(signs(1)).toEqual(['(3)', 'd', 'e', 'X', 'f', '(4)']);
  expect(signs(3)).toEqual(['a', 'b', 'c', 'd', 'e', 'X', 'f', 'g', 'h', '(2)']);
});
