import type { JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import {
  choicesText,
  FIELD_KINDS,
  keptKeywords,
  kindOf,
  withChoices,
  withKeyword,
  withKind,
} from './field-kind';
import { freshName, moveField, readFields, whyNoFields, writeFields } from './schema-fields';

const schema: JsonObject = {
  $id: 'x',
  type: 'object',
  title: 'Order',
  additionalProperties: false,
  properties: {
    a: { type: 'string', minLength: 2, 'x-own': true },
    b: { type: 'object', properties: { c: { enum: [1, 2] } }, patternProperties: {} },
  },
  required: ['b', 'elsewhere'],
  'x-order': ['b', 'a'],
};

describe('fields of a schema', () => {
  it('stand in the order of x-order, and those it does not name follow', () => {
    expect(readFields(schema).map(({ name, required }) => [name, required])).toEqual([
      ['b', true],
      ['a', false],
    ]);
    expect(
      readFields({ properties: { z: {}, y: {} }, 'x-order': ['y', 'gone'] }).map(({ name }) => name),
    ).toEqual(['y', 'z']);
  });

  it('are written as they were read, unknown keywords included', () => {
    expect(writeFields(schema, readFields(schema))).toEqual(schema);
  });

  it('are moved, and the order is kept beside them', () => {
    const moved = writeFields(schema, moveField(readFields(schema), 0, 1));
    expect(moved['x-order']).toEqual(['a', 'b']);
    expect(moved.properties).toEqual(schema.properties);
  });

  it('leave nothing behind when they go', () => {
    const none = writeFields(schema, []);
    expect(none).toEqual({
      $id: 'x',
      type: 'object',
      title: 'Order',
      additionalProperties: false,
      properties: {},
      required: ['elsewhere'],
    });
  });

  it('get names that are free', () => {
    expect(freshName(readFields({ properties: { field_2: {}, x: {} } }))).toBe('field_3');
  });

  it.each<[JsonObject | undefined, string | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [schema, undefined],
    [{ oneOf: [{ properties: {} }] }, undefined],
    [{ type: 'array' }, 'type'],
    [{ type: ['object', 'null'] }, 'type'],
    [{ $ref: '#/$defs/a' }, 'reference'],
    [{ properties: { a: true } }, 'field'],
    [{ properties: [] }, 'field'],
  ])('%j cannot be shown because of its %s', (value, reason) => {
    expect(whyNoFields(value)?.reason).toBe(reason);
  });
});

describe('the kind of a field', () => {
  it.each<[JsonObject, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'multiline' }, 'multiline'],
    [{ type: 'string', format: 'email' }, 'string'],
    [{ type: 'string', enum: ['a'] }, 'choice'],
    [{ enum: [1, null] }, 'choice'],
    [{ properties: {} }, 'object'],
    [{ oneOf: [{ type: 'object' }, { type: 'string' }] }, 'oneOf'],
    [{ oneOf: [{ const: 1 }] }, 'other'],
    [{ $ref: '#' }, 'other'],
    [{ type: ['string', 'null'] }, 'other'],
    [{}, 'any'],
  ])('%j is %s', (value, kind) => expect(kindOf(value)).toBe(kind));

  it.each(FIELD_KINDS)('every field can become %s, and keeps what fits any kind', (kind) => {
    const made = withKind(
      { type: 'array', items: {}, title: 'T', description: 'D', 'x-own': 1, default: [] },
      kind,
    );
    expect(kindOf(made)).toBe(kind);
    expect(made).toMatchObject({ title: 'T', description: 'D', 'x-own': 1 });
  });

  it('does not change what is of that kind already', () => {
    const value = { type: 'string', format: 'email', default: 'a@b.c' };
    expect(withKind(value, 'string')).toBe(value);
  });

  it.each<[JsonObject]>([
    [{ type: 'string', enum: ['a', '20', 'true'] }],
    [{ type: 'integer', enum: [1, 2] }],
    [{ enum: ['a', 1, null, '1'] }],
  ])('the choices of %j are the same after being typed', (value) => {
    expect(withChoices(value, choicesText(value))).toEqual(value);
  });

  it('a keyword without a value is not there', () => {
    expect(withKeyword({ title: 'a', minLength: 1 }, 'title', '')).toEqual({ minLength: 1 });
    expect(withKeyword({}, 'default', false)).toEqual({ default: false });
  });

  it('names the keywords that are kept unseen', () => {
    expect(keptKeywords({ type: 'string', title: 't', minLength: 1, 'x-own': 2 })).toEqual([
      'minLength',
      'x-own',
    ]);
  });
});
