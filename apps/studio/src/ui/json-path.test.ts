import { expect, it } from 'vitest';
import { asTable, expressionPath, matches } from './json-path';

it.each([
  ['data', ['rows', 0, 'name'], 'data.rows[0].name'],
  ['data', ['any key'], 'data["any key"]'],
  ['', ['地区', 'a b'], '地区["a b"]'],
  ['', ['a b'], '["a b"]'],
  ['data', ['a.b', 'say "hi"', '😀', '1st', ''], 'data["a.b"]["say \\"hi\\""]["😀"]["1st"][""]'],
  ['data', ['\f\b\n'], 'data["\\u000c\\u0008\\n"]'],
  ['nodes.a.data', [], 'nodes.a.data'],
] as const)('writes the path of %s %j as %s', (root, parts, text) => {
  expect(expressionPath(root, parts)).toBe(text);
});

it('finds text in keys and values at any depth', () => {
  expect(matches({ a: [{ Region: '华东' }] }, 'region')).toBe(true);
  expect(matches({ a: [{ Region: '华东' }] }, '华东')).toBe(true);
  expect(matches([1, 2], '0')).toBe(false);
});

it('takes lists of objects for tables and nothing else', () => {
  expect(asTable([{ a: 1 }, { b: 2 }])?.columns).toEqual(['a', 'b']);
  expect(asTable({ rows: [{ a: 1 }], rowCount: 1 })?.rows).toHaveLength(1);
  expect(asTable([1])).toBeUndefined();
  expect(asTable([])).toBeUndefined();
});
