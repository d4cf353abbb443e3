import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { unreadablePlaces } from './code-language';

const linesOf = (source: string) => source.split('\n');

it.each([
  ['javascript', 'const a = 1;', []],
  ['javascript', '', []],
  ['typescript', 'const a: number = 1;', []],
  ['typescript', 'const a = ;\nlet b = ) ];\nlet c;', [';', ')']],
] as const)('what cannot be read in %s %j is marked once in a line', (language, source, marked) => {
  const found = unreadablePlaces(language, Text.of(linesOf(source)));
  expect(found.map(({ from, to }) => source.slice(from, to))).toEqual(marked);
});

it('a long text is read to its end', () => {
  const fine = Array.from(
    { length: 2_000 },
    (_, index) => `const line${index} = [${index}, { index: ${index} }];`,
  );
  expect(unreadablePlaces('javascript', Text.of(fine))).toEqual([]);
  const broken = Text.of([...fine, 'const = 1;']);
  const [{ from } = { from: 0 }] = unreadablePlaces('javascript', broken);
  expect(broken.lineAt(from).number).toBe(2_001);
});
