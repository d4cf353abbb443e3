import { describe, expect, it } from 'vitest';
import { chooseBranch, defaultOf, setField, startForm } from './form-state';
import { controlOf, fieldsOf, type Schema } from './schema-shape';
import { validateForm } from './validate-form';

const delivery: Schema = {
  type: 'object',
  properties: {
    note: { type: 'string' },
    how: {
      oneOf: [
        {
          title: 'Mail',
          type: 'object',
          properties: {
            kind: { const: 'mail' },
            to: { type: 'array', minItems: 1, items: { type: 'string', default: 'me@example.test' } },
          },
          required: ['kind', 'to'],
        },
        {
          title: 'File',
          type: 'object',
          properties: {
            kind: { const: 'file' },
            parts: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                properties: { name: { type: 'string', default: 'a.md' } },
                required: ['name'],
              },
            },
          },
          required: ['kind', 'parts'],
        },
      ],
    },
  },
  required: ['how'],
};

const how = (delivery.properties as { how: Schema }).how;
const choose = (state: ReturnType<typeof startForm>, index: number) =>
  chooseBranch(state, how, delivery, ['how'], index);

describe('B52: a form with two branches', () => {
  it('starts with the nested defaults of the first', () => {
    expect(startForm(delivery).value).toEqual({ how: { kind: 'mail', to: ['me@example.test'] } });
  });

  it('holds only what the chosen branch allows, defaults filled, and restores the other on the way back', () => {
    const typed = setField(startForm(delivery), ['how', 'to', 0], 'you@example.test');
    const file = choose(typed, 1);
    expect(file.value).toEqual({ how: { kind: 'file', parts: [{ name: 'a.md' }] } });
    expect(validateForm(delivery, file)).toEqual([]);
    const renamed = setField(file, ['how', 'parts', 0, 'name'], 'b.md');
    const back = choose(renamed, 0);
    expect(back.value).toEqual({ how: { kind: 'mail', to: ['you@example.test'] } });
    expect(choose(back, 1).value).toEqual({ how: { kind: 'file', parts: [{ name: 'b.md' }] } });
  });

  it('opens on the branch that a known value belongs to', () => {
    const state = startForm(delivery, { how: { kind: 'file', parts: [{ name: 'x' }] } });
    expect(state.choices).toEqual({ '/how': 1 });
  });

  it('names problems of the chosen branch alone', () => {
    const state = setField(startForm(delivery), ['how', 'to'], undefined);
    expect(validateForm(delivery, state).map((one) => [one.path, one.code])).toEqual([
      ['/how/to', 'required'],
    ]);
  });

  it('keeps what stands beside the branches', () => {
    const schema: Schema = { ...how, type: 'object', properties: { note: { type: 'string' } } };
    const state = setField(startForm(schema), ['note'], 'kept');
    expect(chooseBranch(state, schema, schema, [], 1).value).toMatchObject({ kind: 'file', note: 'kept' });
  });
});

describe('reading a schema as a form', () => {
  it('orders fields by x-order', () => {
    const schema: Schema = { properties: { a: {}, b: {}, c: {} }, 'x-order': ['c', 'a'] };
    expect(fieldsOf(schema, schema).map((field) => field.key)).toEqual(['c', 'a', 'b']);
  });

  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ type: 'string', format: 'multiline' }, 'textarea'],
    [{ type: 'string', format: 'date' }, 'date'],
    [{ type: 'integer' }, 'number'],
    [{ enum: ['a', 'b'] }, 'select'],
    [{ oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'select'],
    [{ const: 'x' }, 'fixed'],
    [{ type: 'array', items: { type: 'string' } }, 'array'],
    [{ properties: {} }, 'object'],
    [{ type: 'object' }, 'json'],
    [{}, 'json'],
    [{ $ref: '#/$defs/missing' }, 'json'],
  ] as [Schema, string][])('%j is drawn as %s', (schema, control) => {
    expect(controlOf(schema, schema)).toBe(control);
  });

  it('fills defaults at every depth and leaves silent parts out', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        a: { type: 'object', properties: { b: { type: 'object', properties: { c: { default: 3 } } } } },
        silent: { type: 'object', properties: { d: { type: 'string' } } },
        zero: { default: 0 },
        text: { type: 'string' },
      },
    };
    expect(defaultOf(schema, schema)).toEqual({ a: { b: { c: 3 } }, zero: 0 });
  });

  it('bears a schema that refers to itself', () => {
    const schema: Schema = {
      $ref: '#/$defs/n',
      $defs: { n: { type: 'object', properties: { next: { $ref: '#/$defs/n' } } } },
    };
    expect(defaultOf(schema, schema)).toEqual({});
    expect(validateForm(schema, startForm(schema))).toEqual([]);
  });
});

describe('hints of the browser', () => {
  it('stand at the field they are about, in lists too', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
        },
      },
    };
    const state = startForm(schema, { list: [{ n: 1 }, {}, { n: 'x' }] });
    expect(validateForm(schema, state).map((one) => [one.path, one.code])).toEqual([
      ['/list/1/n', 'required'],
      ['/list/2/n', 'type'],
    ]);
  });
});
