import { isCodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { compileCondition, compileTemplateValue, parseCondition, parseExpression, parseTemplate } from '.';
import hostile from './fixtures/hostile-expressions.json';

const REFUSALS = ['EXPRESSION_SYNTAX', 'EXPRESSION_FORBIDDEN'];

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'accepted';
  } catch (error) {
    return isCodedError(error) ? error.code : `uncoded: ${String(error)}`;
  }
};

const scope = (data: JsonValue) => ({
  inputs: data as JsonObject,
  runId: 'run-1',
  nodeData: (id: string) => (id === 'a' ? data : undefined),
});

describe('SEC01: hostile expressions', () => {
  it('has a corpus of at least 200', () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(200);
  });

  it.each(hostile)('refuses %j wherever an expression may stand, at parse and at compilation', (text) => {
    expect(REFUSALS).toContain(codeOf(() => parseExpression(text)));
    expect(REFUSALS).toContain(codeOf(() => parseTemplate(`{{ ${text} }}`)));
    expect(REFUSALS).toContain(codeOf(() => compileTemplateValue({ deep: [`x {{ ${text} }}`] })));
    expect(REFUSALS).toContain(codeOf(() => parseCondition(text)));
    expect(REFUSALS).toContain(codeOf(() => compileCondition({ all: [{ not: text }] })));
  });

  const inherited = [Object.prototype, Array.prototype, String.prototype, Number.prototype]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !['__proto__', 'constructor', '__defineGetter__'].includes(name));
  const roots = [
    'inputs',
    'inputs.list',
    'inputs.text',
    'inputs.number',
    'nodes.a.data',
    'first(inputs.objects)',
  ];
  const plain = { list: [1], text: 'abc', number: 1, objects: [{}] };

  it.each(roots)('reads no inherited member of %s', (root) => {
    for (const name of new Set(inherited)) {
      const path = `${root}[${JSON.stringify(name)}]`;
      if (codeOf(() => parseExpression(path)) !== 'accepted') continue;
      expect(codeOf(() => compileTemplateValue(`{{ ${path} }}`)(scope(plain)))).toBe('EXPRESSION_MISSING');
      expect(compileTemplateValue(`{{ ${path} ?? "none" }}`)(scope(plain))).toBe('none');
    }
  });

  it('yields plain JSON data from whatever it accepts', () => {
    const evaluate = compileTemplateValue({
      a: '{{ merge(inputs, {b: [inputs.text]}) }}',
      b: '{{ fromJson("{\\"toString\\": 1}") }}',
    });
    const value = evaluate(scope(plain));
    expect(JSON.parse(JSON.stringify(value))).toEqual(value);
  });

  it('finds own keys that share a name with an inherited member', () => {
    expect(compileTemplateValue('{{ inputs.toString }}')(scope({ toString: 'mine' }))).toBe('mine');
  });
});

describe('B21: prototypes', () => {
  const polluted = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}') as JsonObject;

  it.each(['{{ inputs.__proto__.constructor }}', '{{ nodes.a.data.constructor.name }}'])(
    'refuses %s',
    (text) => {
      expect(codeOf(() => parseTemplate(text))).toBe('EXPRESSION_FORBIDDEN');
    },
  );

  it('does not let an own key "__proto__" of the data reach a prototype', () => {
    expect(codeOf(() => compileTemplateValue('{{ merge(inputs, {}) }}')(scope(polluted)))).toBe(
      'EXPRESSION_FORBIDDEN',
    );
    expect(codeOf(() => compileTemplateValue(polluted))).toBe('EXPRESSION_FORBIDDEN');
    expect(
      codeOf(() => compileTemplateValue('{{ fromJson(inputs.t) }}')(scope({ t: '{"__proto__":{"x":1}}' }))),
    ).toBe('EXPRESSION_TYPE_MISMATCH');
    expect(compileTemplateValue('{{ keys(inputs) }}')(scope(polluted))).toEqual(['__proto__', 'a']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('reads own data even when a prototype was changed by someone else', () => {
    const prototype = Object.prototype as { leaked?: string };
    prototype.leaked = 'secret';
    try {
      expect(codeOf(() => compileTemplateValue('{{ inputs.leaked }}')(scope({ a: 1 })))).toBe(
        'EXPRESSION_MISSING',
      );
    } finally {
      delete prototype.leaked;
    }
  });
});

describe('expressions beyond reason', () => {
  it.each([
    ['parentheses', '('.repeat(5_000)],
    ['brackets', '['.repeat(5_000)],
    ['braces', '{a:'.repeat(3_000)],
    ['negations', '!'.repeat(5_000)],
    ['sums', `1${'+1'.repeat(4_000)}`],
    ['paths', `inputs${'.a'.repeat(4_999)}.constructor`],
    ['length', 'x'.repeat(20_000)],
    ['balanced parentheses', `${'('.repeat(4_000)}1${')'.repeat(4_000)}`],
    ['calls', `${'first('.repeat(1_500)}1${')'.repeat(1_500)}`],
  ])('refuses endless %s with a coded error', (_, text) => {
    expect(REFUSALS).toContain(codeOf(() => parseExpression(text)));
  });

  it('refuses texts that multiply without bound', () => {
    const evaluate = compileTemplateValue('{{ replace(inputs.t, "a", inputs.t) }}');
    expect(codeOf(() => evaluate(scope({ t: 'a'.repeat(20_000) })))).toBe('VALUE_TOO_LARGE');
  });
});
