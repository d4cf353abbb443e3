import { isCodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileExpression,
  compileTemplateValue,
  isEqual,
  parseExpression,
  parseTemplate,
  pathStep,
  quoteText,
} from '.';

const options = { numRuns: 300, seed: 7 };
const key = fc
  .string({ maxLength: 6 })
  .filter((text) => !text.startsWith('__') && text !== 'constructor' && text !== 'prototype');
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const scopeOf = (inputs: JsonObject) => ({ inputs, runId: 'r', nodeData: () => undefined });

describe('laws', () => {
  it('JSON is an expression that yields itself', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value).replaceAll('\\b', '\\u0008').replaceAll('\\f', '\\u000c');
        expect(compileExpression(parseExpression(text))(scopeOf({}))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
      options,
    );
  });

  it('a path written from any keys reads what stands there', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(key, fc.nat(2)), { minLength: 1, maxLength: 5 }), json, (steps, leaf) => {
        const nest = (inner: JsonValue, step: string | number): JsonValue =>
          typeof step === 'string' ? { [step]: inner } : [...Array<null>(step).fill(null), inner];
        const tree = steps.reduceRight(nest, leaf);
        const text = `inputs.tree${steps.map(pathStep).join('')}`;
        expect(compileTemplateValue(`{{ ${text} }}`)(scopeOf({ tree }))).toEqual(leaf);
      }),
      options,
    );
  });

  it('any text survives being quoted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(compileTemplateValue(`{{ ${quoteText(text)} }}`)(scopeOf({}))).toBe(text);
      }),
      options,
    );
  });

  it('any text without braces is itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('{{'));
        expect(compileTemplateValue(text)(scopeOf({}))).toBe(text);
      }),
      options,
    );
  });

  it('equality ignores the order of keys and nothing else', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const canonical = (value: JsonValue): JsonValue =>
          Array.isArray(value)
            ? value.map(canonical)
            : value !== null && typeof value === 'object'
              ? Object.fromEntries(
                  Object.keys(value)
                    .sort()
                    .map((name) => [name, canonical(value[name]!)]),
                )
              : value;
        expect(isEqual(a, b)).toBe(JSON.stringify(canonical(a)) === JSON.stringify(canonical(b)));
        expect(isEqual(a, JSON.parse(JSON.stringify(a)))).toBe(true);
      }),
      options,
    );
  });

  it('whatever is written is parsed or refused with a code, never anything else', () => {
    const pieces = [
      'inputs',
      'nodes',
      '.a',
      '.data',
      '[0]',
      '["x"]',
      '(',
      ')',
      '{',
      '}',
      '{{',
      '}}',
      '??',
      '==',
      '!',
      '-',
      '+',
      ',',
      ':',
      '"',
      "'",
      '\\',
      'lower',
      '1',
      ' ',
      'é',
      '\u{1f600}',
      '?',
      '`',
      '__proto__',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
        for (const parse of [parseExpression, parseTemplate]) {
          try {
            parse(parts.join(''));
          } catch (error) {
            expect(isCodedError(error)).toBe(true);
          }
        }
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });
});
