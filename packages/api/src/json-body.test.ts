import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJsonBody } from './json-body';

it('reads every JSON text as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      fc.pre(!text.includes('__proto__'));
      // JSON.stringify never writes a key twice, so nothing may be refused.
      const plain = JSON.stringify(JSON.parse(text));
      expect(parseJsonBody(plain)).toEqual(JSON.parse(plain));
    }),
  );
});

it('finds any key written twice, wherever it stands and however it is escaped', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (members, pick) => {
      const entries = Object.entries(members).filter(([key]) => key !== '__proto__');
      fc.pre(entries.length > 0 && !JSON.stringify(members).includes('__proto__'));
      const [key] = entries[pick % entries.length]!;
      const escaped = `"${[...JSON.parse(JSON.stringify(key))].map(escapeChar).join('')}"`;
      const body = entries
        .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
        .join(',');
      expect(() => parseJsonBody(`{"deep":[{${body},${escaped}:0}]}`)).toThrow(/twice/);
    }),
  );
});

function escapeChar(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

it('keeps up with 10 MiB of quotes and backslashes', () => {
  const text = JSON.stringify({ text: '\\"'.repeat(2_500_000) });
  expect(parseJsonBody(text)).toEqual(JSON.parse(text));
});
