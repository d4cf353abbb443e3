import type { JsonObject, JsonValue } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { exampleValue } from './example-value';

const cases: readonly [string, JsonObject, JsonValue][] = [
  ['nothing asked', {}, {}],
  [
    'needed fields only',
    object({ amount: { type: 'number' }, note: { type: 'string' } }, ['amount']),
    { amount: 0 },
  ],
  [
    'a default and a least value',
    object({ a: { type: 'string', default: 'x' }, n: { type: 'integer', minimum: 3 } }, ['a', 'n']),
    { a: 'x', n: 3 },
  ],
  ['a choice', object({ kind: { enum: ['card', 'cash'] } }, ['kind']), { kind: 'card' }],
  [
    'parts within parts',
    object({ at: object({ ok: { type: 'boolean' } }, ['ok']) }, ['at']),
    { at: { ok: false } },
  ],
  ['a text', { type: 'string' }, '…'],
  ['a list', { type: 'array', minItems: 2, items: { type: 'number' } }, [0, 0]],
];

it.each(cases)('gives an example of %s', (_, schema, example) => {
  expect(exampleValue(schema)).toEqual(example);
});

function object(properties: JsonObject, required: string[]): JsonObject {
  return { type: 'object', properties, required };
}
