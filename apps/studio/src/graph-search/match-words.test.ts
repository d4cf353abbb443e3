import { expect, it } from 'vitest';
import { fieldOf, snippetOf } from './match-words';

const match = (text: string, what: string) => {
  const from = text.indexOf(what);
  return {
    nodeId: 'a',
    part: 'config',
    path: ['value', 'a/b', 0],
    text,
    from,
    to: from + what.length,
  } as const;
};

it.each([
  ['sales', 'sales', { before: '', match: 'sales', after: '' }],
  ['SELECT a\nFROM  sales', 'sales', { before: 'SELECT a FROM ', match: 'sales', after: '' }],
  [
    `${'x'.repeat(40)}sales${'y'.repeat(40)}`,
    'sales',
    { before: `…${'x'.repeat(24)}`, match: 'sales', after: `${'y'.repeat(24)}…` },
  ],
])('shows %j around %j as one line', (text, what, snippet) => {
  expect(snippetOf(match(text, what))).toEqual(snippet);
});

it('names the field as the problems do', () => {
  expect(fieldOf(match('a', 'a'))).toBe('/config/value/a~1b/0');
  expect(fieldOf({ ...match('a', 'a'), part: 'name', path: [] })).toBe('/name');
});
