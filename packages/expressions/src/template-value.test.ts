import { isCodedError, type JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { compileTemplateValue, parseTemplate, secretsOf } from '.';

const scope = {
  inputs: { n: 3, name: 'Ada', list: [1, 'a'], object: { a: 1 }, nothing: null, text: '{{ inputs.n }}' },
  runId: 'r',
  nodeData: () => undefined,
};
const evaluate = (value: JsonValue) => compileTemplateValue(value)(scope);

describe('templates', () => {
  it.each<[string, JsonValue]>([
    ['{{ inputs.n }}', 3],
    ['{{inputs.n}}', 3],
    ['{{ inputs.list }}', [1, 'a']],
    ['{{ inputs.nothing }}', null],
    [' {{ inputs.n }}', ' 3'],
    ['{{ inputs.n }}\n', '3\n'],
    ['{{ inputs.n }}{{ inputs.n }}', '33'],
    ['Dear {{ inputs.name }},', 'Dear Ada,'],
    ['a{{ inputs.nothing }}b', 'ab'],
    ['list {{ inputs.list }}', 'list [1,"a"]'],
    ['object {{ inputs.object }}', 'object {"a":1}'],
    ['is {{ true }}', 'is true'],
    ['{{ "{{" }}', '{{'],
    ['a {{ "}}" }} b', 'a }} b'],
    ["{{ '\\'}}' }}", "'}}"],
    ['{{ {a: {b: inputs.n}} }}', { a: { b: 3 } }],
    ['{{ {a: {b: inputs.n}}}}', { a: { b: 3 } }],
    ['{{ {}}} }', '{} }'],
    ['} }} { {', '} }} { {'],
    ['', ''],
    ['{{ inputs.text }}', '{{ inputs.n }}'],
    ['x {{ inputs.text }}', 'x {{ inputs.n }}'],
  ])('%j', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });

  it.each([
    ['a {{ inputs.n', 2],
    ['a {{ "}}', 2],
    ['{{ {a: 1 }}', 0],
    ['a {{ inputs.n }} {{ }}', 20],
    ['ab {{  inputs.n = 1 }}', 16],
    ['{{{ inputs.n }}', 0],
    ['{{ {{ inputs.n }} }}', 4],
  ])('%j does not parse, at %d', (text, position) => {
    let caught: unknown;
    try {
      parseTemplate(text);
    } catch (error) {
      caught = error;
    }
    expect(isCodedError(caught) && caught.code).toBe('EXPRESSION_SYNTAX');
    expect(isCodedError(caught) && caught.extra.position).toBe(position);
  });
});

describe('template values', () => {
  it('evaluates the strings at every depth and leaves the rest', () => {
    const value = { a: ['{{ inputs.n }}', 'x', { b: 'n={{ inputs.n }}' }], c: 1, d: null, e: { f: [true] } };
    expect(evaluate(value)).toEqual({ a: [3, 'x', { b: 'n=3' }], c: 1, d: null, e: { f: [true] } });
  });

  it('does not read keys', () => {
    expect(evaluate({ '{{ inputs.n }}': 1 })).toEqual({ '{{ inputs.n }}': 1 });
  });

  it('shares what needs no evaluation, frozen, and leaves the value it was given alone', () => {
    const value = { fixed: { list: [1] }, moving: '{{ inputs.n }}' };
    const run = compileTemplateValue(value);
    const [first, second] = [run(scope), run(scope)] as { fixed: object }[];
    expect(first).not.toBe(second);
    expect(first!.fixed).toBe(second!.fixed);
    expect(Object.isFrozen(first!.fixed)).toBe(true);
    expect(Object.isFrozen(value.fixed)).toBe(false);
    const fixed = compileTemplateValue(['a']);
    expect(fixed(scope)).toBe(fixed(scope));
  });

  it('leaves secrets untouched and names them', () => {
    const value = {
      headers: { Authorization: { $secret: 'API_KEY' }, X: '{{ inputs.name }}' },
      q: [{ $secret: 'B' }],
    };
    expect(evaluate(value)).toEqual({
      headers: { Authorization: { $secret: 'API_KEY' }, X: 'Ada' },
      q: [{ $secret: 'B' }],
    });
    expect(secretsOf(value)).toEqual([
      { name: 'API_KEY', pointer: '/headers/Authorization' },
      { name: 'B', pointer: '/q/0' },
    ]);
    const secret = { $secret: '{{ inputs.name }}' };
    expect(evaluate(secret)).toEqual(secret);
  });
});
