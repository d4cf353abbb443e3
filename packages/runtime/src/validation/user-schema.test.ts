import type { JsonObject, JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { applyDefaults, compileUserSchema, validateAgainst } from './user-schema';

describe('applyDefaults', () => {
  const nested: JsonObject = {
    type: 'object',
    required: ['name', 'options'],
    properties: {
      name: { type: 'string', default: 'Ada' },
      options: {
        type: 'object',
        default: {},
        properties: { depth: { type: 'integer', default: 3 }, tags: { type: 'array', default: [] } },
      },
      rows: { type: 'array', items: { type: 'object', properties: { ok: { default: true } } } },
      pair: {
        type: 'array',
        prefixItems: [{ properties: { a: { default: 1 } } }, { properties: { b: { default: 2 } } }],
      },
    },
  };

  it.each<[string, JsonObject, JsonValue, JsonValue]>([
    ['absent keys at every depth', nested, {}, { name: 'Ada', options: { depth: 3, tags: [] } }],
    [
      'keys within an object that is there',
      nested,
      { options: { tags: ['x'] } },
      { name: 'Ada', options: { depth: 3, tags: ['x'] } },
    ],
    [
      'members of lists',
      nested,
      { name: 'B', options: { depth: 1, tags: [] }, rows: [{}, { ok: false }] },
      { name: 'B', options: { depth: 1, tags: [] }, rows: [{ ok: true }, { ok: false }] },
    ],
    [
      'leading members of lists',
      nested,
      { name: '', options: { depth: 0, tags: [] }, pair: [{}, {}, {}] },
      { name: '', options: { depth: 0, tags: [] }, pair: [{ a: 1 }, { b: 2 }, {}] },
    ],
    [
      'nothing in place of "", [], null, false and 0',
      {
        properties: {
          a: { default: 1 },
          b: { default: 1 },
          c: { default: 1 },
          d: { default: 1 },
          e: { default: 1 },
        },
      },
      { a: '', b: [], c: null, d: false, e: 0 },
      { a: '', b: [], c: null, d: false, e: 0 },
    ],
    [
      'through $ref',
      { $defs: { a: { properties: { x: { default: 1 } } } }, properties: { p: { $ref: '#/$defs/a' } } },
      { p: {} },
      { p: { x: 1 } },
    ],
    [
      'a default behind a $ref',
      { $defs: { a: { default: 5 } }, properties: { p: { $ref: '#/$defs/a' } } },
      {},
      { p: 5 },
    ],
    [
      'through allOf',
      { allOf: [{ properties: { x: { default: 1 } } }, { properties: { y: { default: 2 } } }] },
      {},
      { x: 1, y: 2 },
    ],
    [
      'the branch that fits',
      {
        oneOf: [
          { properties: { kind: { const: 'a' }, x: { default: 1 } }, required: ['kind'] },
          { properties: { kind: { const: 'b' }, y: { default: 2 } }, required: ['kind'] },
        ],
      },
      { kind: 'b' },
      { kind: 'b', y: 2 },
    ],
    [
      'members by any name',
      { additionalProperties: { properties: { x: { default: 1 } } } },
      { any: {} },
      { any: { x: 1 } },
    ],
    ['null where null is the default', { properties: { a: { default: null } } }, {}, { a: null }],
  ])('fills in %s', (_, schema, value, expected) => {
    const before = JSON.stringify(value);
    expect(applyDefaults(schema, value)).toEqual(expected);
    expect(JSON.stringify(value)).toBe(before);
  });

  it('leaves a complete value as it is', () => {
    const value = { name: 'B', options: { depth: 1, tags: [] } };
    expect(applyDefaults(nested, value)).toBe(value);
  });

  it('ends on a schema whose default calls for itself', () => {
    const schema = {
      $defs: { a: { properties: { a: { $ref: '#/$defs/a', default: {} } } } },
      $ref: '#/$defs/a',
    };
    expect(JSON.stringify(applyDefaults(schema, {})).length).toBeLessThan(2_000);
  });

  it('makes required fields that have defaults fit', () => {
    expect(validateAgainst(nested, {}).map(({ code }) => code)).toContain('MISSING_FIELD');
    expect(validateAgainst(nested, applyDefaults(nested, {}))).toEqual([]);
  });
});

describe('validateAgainst', () => {
  const schema: JsonObject = {
    type: 'object',
    additionalProperties: false,
    required: ['a/b'],
    properties: {
      'a/b': { type: 'string', minLength: 2 },
      list: { type: 'array', items: { enum: ['x', 'y'] } },
      mail: { type: 'string', format: 'email' },
      fixed: { const: 1 },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      odd: { if: { type: 'string' }, then: { minLength: 3 } },
    },
  };

  it.each<[JsonValue, [string, string][]]>([
    [{ 'a/b': 'xy' }, []],
    [{}, [['MISSING_FIELD', '/a~1b']]],
    [{ 'a/b': 1 }, [['INVALID_FIELD', '/a~1b']]],
    [{ 'a/b': 'xy', other: 1 }, [['UNKNOWN_FIELD', '/other']]],
    [
      { 'a/b': 'x', list: ['x', 'z'], mail: 'no', fixed: 2, odd: 'ab' },
      [
        ['INVALID_FIELD', '/a~1b'],
        ['INVALID_FIELD', '/list/1'],
        ['INVALID_FIELD', '/mail'],
        ['INVALID_FIELD', '/fixed'],
        ['INVALID_FIELD', '/odd'],
      ],
    ],
    ['text', [['INVALID_FIELD', '']]],
  ])('%j', (value, expected) => {
    expect(validateAgainst(schema, value).map(({ code, path }) => [code, path])).toEqual(expected);
  });

  it('knows 2020-12 keywords and ignores those of forms', () => {
    const modern = { 'x-order': ['a'], prefixItems: [{ type: 'number' }], items: false };
    expect(validateAgainst(modern, [1])).toEqual([]);
    expect(validateAgainst(modern, [1, 2])).toHaveLength(1);
  });

  it('does not let two schemas with one $id meet', () => {
    const one = { $id: 'https://example.com/s', type: 'string' };
    const other = { $id: 'https://example.com/s', type: 'number' };
    expect(validateAgainst(one, 'a')).toEqual([]);
    expect(validateAgainst(other, 1)).toEqual([]);
    expect(validateAgainst(other, 'a')).toHaveLength(1);
  });

  it('compiles equal schemas once', () => {
    expect(compileUserSchema({ type: 'number' })).toBe(compileUserSchema({ type: 'number' }));
  });

  it('says so when a schema refers to itself without end', () => {
    expect(() => validateAgainst({ allOf: [{ $ref: '#' }] }, {})).toThrow(/without end/);
  });
});
