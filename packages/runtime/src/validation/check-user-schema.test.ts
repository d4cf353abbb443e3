import type { JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { checkUserSchema } from './check-user-schema';

describe('checkUserSchema', () => {
  it.each<[string, JsonValue, [code: string, pointer: string][]]>([
    ['an open schema', {}, []],
    ['its own draft', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }, []],
    [
      'another draft',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      [['SCHEMA_INVALID', '/$schema']],
    ],
    ['an order for forms', { 'x-order': ['b', 'a'], properties: { a: {}, b: {} } }, []],
    ['no object', [], [['SCHEMA_INVALID', '']]],
    ['a wrong keyword value', { type: 'object', required: 'a' }, [['SCHEMA_INVALID', '/required']]],
    [
      'several faults',
      { properties: { a: { type: 'txt' }, b: { minLength: -1 } } },
      [
        ['SCHEMA_INVALID', '/properties/a/type'],
        ['SCHEMA_INVALID', '/properties/b/minLength'],
      ],
    ],
    ['a reference within', { $defs: { 'a/b': {} }, properties: { p: { $ref: '#/$defs/a~1b' } } }, []],
    [
      'a reference to an anchor',
      { $defs: { a: { $anchor: 'here' } }, properties: { p: { $ref: '#here' } } },
      [],
    ],
    [
      'a reference to nothing',
      { properties: { p: { $ref: '#/$defs/none' } } },
      [['SCHEMA_INVALID', '/properties/p/$ref']],
    ],
    ['a reference to an anchor that is not there', { $ref: '#gone' }, [['SCHEMA_INVALID', '']]],
    ['a tree', { properties: { children: { items: { $ref: '#' } } } }, []],
    ['an endless reference', { allOf: [{ $ref: '#' }] }, [['SCHEMA_INVALID', '']]],
    ['a file', { $ref: 'file:///etc/passwd' }, [['SCHEMA_REMOTE_REF', '/$ref']]],
    ['a neighbour', { items: { $ref: 'other.json#/a' } }, [['SCHEMA_REMOTE_REF', '/items/$ref']]],
    [
      'properties called like keywords',
      {
        properties: { $ref: { type: 'string' }, pattern: { type: 'string' } },
        default: { $ref: 'x', pattern: '(a+)+' },
      },
      [],
    ],
    [
      'patterns in several places',
      {
        properties: { a: { pattern: '^(a|a)*$' }, b: { pattern: '^[a-z]{1,10}$' } },
        not: { pattern: '(x+x+)+y' },
      },
      [
        ['SCHEMA_UNSAFE_PATTERN', '/not/pattern'],
        ['SCHEMA_UNSAFE_PATTERN', '/properties/a/pattern'],
      ],
    ],
    [
      'usual patterns',
      {
        anyOf: [
          '^\\d{4}-\\d{2}-\\d{2}$',
          '^[^@]+@[^@]+\\.[a-z]{2,}$',
          '^\\p{L}+$',
          '^#?([a-f0-9]{6}|[a-f0-9]{3})$',
        ].map((pattern) => ({ pattern })),
      },
      [],
    ],
    [
      'a crowd of patterns',
      { anyOf: [...Array(51).keys()].map((n) => ({ pattern: `a${n}` })) },
      [['SCHEMA_UNSAFE_PATTERN', '/anyOf/50/pattern']],
    ],
  ])('%s', async (_, schema, expected) => {
    const problems = await checkUserSchema(schema);
    const found = problems.map(({ code, pointer }): [string, string] => [code, pointer]);
    expect(found.sort((a, b) => a[1].localeCompare(b[1]))).toEqual(expected);
  });
});
