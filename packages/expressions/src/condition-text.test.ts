import { isCodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCondition, conditionToText, conditionToTree, parseExpression } from '.';
import { writeExpression } from './write-expression';

const more = { left: '{{ inputs.n }}', op: 'gt', right: 3 };

describe('a tree and its text', () => {
  it.each<[JsonValue, string]>([
    [more, 'inputs.n > 3'],
    [{ left: '{{ inputs.s }}', op: 'eq', right: 'a "b"' }, 'inputs.s == "a \\"b\\""'],
    [{ left: '{{ inputs.s }}', op: 'contains', right: 'b' }, 'contains(inputs.s, "b")'],
    [{ left: '{{ inputs.s }}', op: 'not_contains', right: 'b' }, '!contains(inputs.s, "b")'],
    [{ left: '{{ inputs.s }}', op: 'is_null' }, 'inputs.s == null'],
    [{ left: '{{ inputs.s }}', op: 'not_null' }, 'inputs.s != null'],
    [{ left: '{{ inputs.s }}', op: 'is_empty' }, 'isEmpty(inputs.s)'],
    [{ left: '{{ inputs.s }}', op: 'not_empty' }, '!isEmpty(inputs.s)'],
    [{ left: 'Dear {{ inputs.s }}', op: 'ne', right: -1 }, 'join(["Dear ", inputs.s], "") != -1'],
    [
      { left: '{{ inputs.n + 1 }}', op: 'lte', right: [1, '{{ inputs.n }}'] },
      '(inputs.n + 1) <= [1, inputs.n]',
    ],
    [{ left: '{{ "{{" }}', op: 'eq', right: { a: '{{ inputs.n }}' } }, '"{{" == {"a": inputs.n}'],
    [
      { left: '{{ nodes["a-b"].data.rows[0] }}', op: 'gte', right: true },
      'nodes["a-b"].data.rows[0] >= true',
    ],
    [{ all: [more, 'inputs.ok'] }, 'inputs.n > 3 && inputs.ok'],
    [{ any: [{ all: [more, more] }, { not: more }] }, '(inputs.n > 3 && inputs.n > 3) || !(inputs.n > 3)'],
    [{ all: [{ any: [more, 'inputs.ok'] }, 'inputs.ok'] }, '(inputs.n > 3 || inputs.ok) && inputs.ok'],
    [{ not: { all: [more, 'inputs.ok'] } }, '!(inputs.n > 3 && inputs.ok)'],
    [{ not: { not: 'inputs.ok' } }, '!!inputs.ok'],
    [{ all: [] }, 'true'],
    [{ any: [] }, 'false'],
  ])('%j reads %s, and back', (tree, text) => {
    expect(conditionToText(tree)).toBe(text);
    expect(conditionToTree(text)).toEqual(tree);
  });

  it.each<[string, JsonValue]>([
    ['inputs.ok', 'inputs.ok'],
    ['inputs.a ?? false', 'inputs.a ?? false'],
    ['null != inputs.s', { left: '{{ inputs.s }}', op: 'not_null' }],
    ['a(', 'EXPRESSION'],
    [
      'inputs.n > 3 && inputs.ok && inputs.m < 2',
      { all: [more, 'inputs.ok', { left: '{{ inputs.m }}', op: 'lt', right: 2 }] },
    ],
    ['inputs.n > 3 || inputs.ok && inputs.no', { any: [more, { all: ['inputs.ok', 'inputs.no'] }] }],
    ['length(inputs.list) > 3', { left: '{{ length(inputs.list) }}', op: 'gt', right: 3 }],
  ])('%s becomes rows', (text, tree) => {
    if (tree === 'EXPRESSION') expect(() => conditionToTree(text)).toThrow();
    else expect(conditionToTree(text)).toEqual(tree);
  });

  it('has no text with a secret in it', () => {
    expect(() => conditionToText({ left: { $secret: 'KEY' }, op: 'eq', right: 1 })).toThrow(/secret/);
  });
});

const inputs: JsonObject = {
  n: 5,
  s: 'abc',
  list: [1, 'x'],
  ok: true,
  no: false,
  nothing: null,
  o: { a: 1 },
};
const scope = { inputs, runId: 'r', nodeData: () => undefined };

function outcome(condition: JsonValue): boolean | string {
  try {
    return compileCondition(condition)(scope);
  } catch (error) {
    if (isCodedError(error)) return error.code;
    throw error;
  }
}

const side = fc.oneof(
  fc.constantFrom<JsonValue>(
    ...['n', 's', 'list', 'ok', 'nothing', 'absent', 'o.a'].map((name) => `{{ inputs.${name} }}`),
    '{{ inputs.n * 2 - 1 }}',
    'x{{ inputs.n }}y',
    '{{ inputs.n }}{{ inputs.s }}',
    '{{ null }}',
    '{{ -inputs.n }}',
    '{{ "{{" }}',
    '{{ inputs.absent ?? 1 }}',
  ),
  fc.constantFrom<JsonValue>(null, true, 5, -2, 0.5, 'abc', '', [], [1, '{{ inputs.n }}'], {}, { a: 1 }),
);
const tree = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      left: side,
      op: fc.constantFrom('eq', 'ne', 'gt', 'lte', 'contains', 'not_contains'),
      right: side,
    }),
    fc.record({ left: side, op: fc.constantFrom('is_null', 'not_null', 'is_empty', 'not_empty') }),
    fc.constantFrom('inputs.ok', 'inputs.no', 'inputs.n', 'inputs.absent ?? true', 'inputs.ok && inputs.no'),
    fc.array(tie('tree'), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { maxLength: 3 }).map((any) => ({ any })),
    tie('tree').map((not) => ({ not })),
  ),
})).tree as fc.Arbitrary<JsonValue>;

describe('laws', () => {
  const options = { numRuns: 500, seed: 11 };

  it('a tree, its text and the tree of its text decide the same, errors included', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = conditionToText(value);
        expect(outcome(text)).toEqual(outcome(value));
        expect(outcome(conditionToTree(text))).toEqual(outcome(value));
      }),
      options,
    );
  });

  it('going there and back a second time changes nothing more', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const once = conditionToTree(conditionToText(value));
        expect(conditionToTree(conditionToText(once))).toEqual(once);
      }),
      options,
    );
  });

  it.each([
    '1 - (2 - 3)',
    '-(-1)',
    '!(!inputs.a || inputs.b) && inputs.c',
    'first(inputs.a)["b c"][0].d',
    '(inputs.a ?? inputs.b).c',
    '{"a": [1, "x\\n"], "b": nodes.a.data["x-y"]}',
    '(inputs.a ?? 1) + 2 * 3 % 4',
    'run.id == inputs["a b"] || 1e21 > 0.5',
  ])('writing %s and reading it gives the same expression', (text) => {
    const { root } = parseExpression(text);
    expect(bare(parseExpression(writeExpression(root)).root)).toEqual(bare(root));
  });
});

/** Without places. */
function bare(node: unknown): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value) => (['start', 'end', 'nodeIdSpan'].includes(key) ? undefined : value)),
  );
}
