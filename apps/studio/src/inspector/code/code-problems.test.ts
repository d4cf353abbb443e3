import { expect, it } from 'vitest';
import { inputKeys, problemOf, rangeOf } from './code-problems';

it.each([
  ['TypeError: no x (line 6)', { line: 6, message: 'TypeError: no x' }],
  [
    'Column "a" does not exist. (line 2, column 8) Hint: b',
    { line: 2, column: 8, message: 'Column "a" does not exist. Hint: b' },
  ],
  ['The query was stopped.', undefined],
])('%s stands at its place', (message, problem) => expect(problemOf({ message })).toEqual(problem));

it.each([
  [{ line: 2 }, 'bad'],
  [{ line: 2, column: 4 }, 'ad'],
  [{ line: 9 }, 'end'],
  [{ line: 1, column: 99 }, ''],
])('a problem at %j underlines "%s"', (place, part) => {
  const text = 'one\n  bad  \nend';
  const { from, to } = rangeOf(text, { ...place, message: '' });
  expect(text.slice(from, to)).toBe(part);
});

it('knows the keys of the input', () => {
  expect(inputKeys({ input: { rows: '{{ inputs.rows }}', n: 1 } })).toEqual(['rows', 'n']);
  expect(inputKeys({ input: '{{ inputs }}' })).toEqual([]);
});
