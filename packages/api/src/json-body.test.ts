import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonBodyOptions, parseJsonBody } from './json-body';

it('reads every JSON text as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      fc.pre(!text.includes('__proto__') && !/\d{16}/.test(text));
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
      fc.pre(entries.length > 0 && !/__proto__|\d{16}/.test(JSON.stringify(members)));
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

function refusal(body: string | Uint8Array, options?: JsonBodyOptions): unknown {
  try {
    return parseJsonBody(body, options);
  } catch (error) {
    const { code, errors } = error as { code: string; errors: { code: string; path: string }[] };
    return [code, ...errors.map((detail) => `${detail.code} ${detail.path}`)];
  }
}

it.each([
  ['{"a":[0,{"b":9007199254740993}]}', '/a/1/b'],
  ['{"a":-9007199254740992}', '/a'],
  ['9007199254740992', ''],
  ['[1,12345678901234567890 ]', '/1'],
])('refuses the integer that JSON.parse would round in %s', (text, path) => {
  expect(refusal(text)).toEqual(['INVALID_FIELD', `NUMBER_NOT_EXACT ${path}`]);
});

it.each([
  '9007199254740991',
  '[-9007199254740991,0.12345678901234567,1e300,1234567890123456789e-5,3.0000000000000000]',
  '{"12345678901234567890":"12345678901234567890"}',
])('takes %s, of which no digit of an integer is lost', (text) => {
  expect(parseJsonBody(text)).toEqual(JSON.parse(text));
});

it('leaves integers that read back as written to the check of a graph, and refuses what would change', () => {
  expect(parseJsonBody('{"graph":{"n":100000000000000000000}}', { graph: true })).toEqual({
    graph: { n: 1e20 },
  });
  const rounded = '{"graph":{"n":100000000000000000001}}';
  expect(refusal(rounded, { graph: true })).toEqual(['INVALID_FIELD', 'NUMBER_NOT_EXACT /graph/n']);
});

it('refuses bytes that are no UTF-8 instead of storing U+FFFD', () => {
  const body = Buffer.concat([Buffer.from('{"name":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
  expect(refusal(body)).toEqual(['INVALID_JSON', 'INVALID_UTF8 /name']);
  expect(parseJsonBody(Buffer.from('{"name":"café"}'))).toEqual({ name: 'café' });
});
