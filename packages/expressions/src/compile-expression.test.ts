import { isCodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { compileExpression, type ExpressionScope, parseExpression } from '.';

const NODES: Record<string, JsonValue> = {
  a: { n: 2, text: 'x', list: [{ id: 7 }], 'full-name': 'Ada', nothing: null, data: { data: 1 } },
  'fetch-user': { id: 5 },
  '2nd': { ok: true },
  获取: { 名: '值' },
  skipped: null,
};

const scope: ExpressionScope = {
  inputs: { n: 3, zero: 0, yes: true, no: false, text: 'abc', list: [1, 2], object: { a: { b: 1 } } },
  runId: 'run-1',
  nodeData: (id) => NODES[id],
};

function evaluate(text: string): JsonValue {
  return compileExpression(parseExpression(text))(scope);
}

function failure(text: string): { code: string; message: string } {
  try {
    return { code: 'none', message: JSON.stringify(evaluate(text)) };
  } catch (error) {
    if (isCodedError(error)) return error;
    throw error;
  }
}

describe('paths', () => {
  it.each<[string, JsonValue]>([
    ['inputs', scope.inputs],
    ['inputs.n', 3],
    ['inputs["n"]', 3],
    ["inputs . object ['a'] . b", 1],
    ['inputs.list[1]', 2],
    ['run.id', 'run-1'],
    ['nodes.a.data', NODES.a!],
    ['nodes.a.data.n', 2],
    ['nodes["a"]["data"]["n"]', 2],
    ['nodes.a.data.list[0].id', 7],
    ['nodes.a.data.data.data', 1],
    ['nodes["fetch-user"].data.id', 5],
    ['nodes["2nd"].data.ok', true],
    ['nodes.获取.data.名', '值'],
    ['nodes.a.data["full-name"]', 'Ada'],
    ['first(nodes.a.data.list).id', 7],
    ['(inputs.object).a.b', 1],
    ['merge(inputs, {n: 4}).n', 4],
    ['{a: [1, {b: 2}]}.a[1].b', 2],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });

  it.each([
    'nodes.skipped.data',
    'nodes.skipped.data.x',
    'nodes.skipped.data.x[3]["y"]',
    'nodes.a.data.nothing.x.y',
  ])('%s reads null, since it leads into null', (text) => {
    expect(evaluate(text)).toBe(null);
  });

  it.each([
    ['inputs.nn', 'did you mean "n"'],
    ['inputs.textt', 'did you mean "text"'],
    ['inputs.unlike', '?? null'],
    ['inputs.text.length', 'has no members'],
    ['inputs.text[0]', 'has no members'],
    ['inputs.n.x', 'has no members'],
    ['inputs.list.length', 'is a list'],
    ['inputs.list["0"]', 'is a list'],
    ['inputs.list[2]', 'has 2 members'],
    ['inputs.object[0]', 'write its key as a text'],
    ['inputs.object.x.y', 'inputs.object.x is missing'],
    ['nodes.later.data.x', 'has not run'],
    ['nodes.later.data', 'has not run'],
    ['first(inputs.list).x', 'is a number'],
    ['(inputs.absent + 1) ?? 0', 'inputs.absent is missing'],
  ])('%s is missing: %s', (text, hint) => {
    const { code, message } = failure(text);
    expect(code).toBe('EXPRESSION_MISSING');
    expect(message).toContain(hint);
  });

  it.each<[string, JsonValue]>([
    ['inputs.absent ?? 1', 1],
    ['inputs.absent.deeper[0] ?? inputs.n', 3],
    ['inputs.absent ?? inputs.alsoAbsent', null],
    ['nodes.later.data.x ?? "none"', 'none'],
    ['inputs.text.length ?? -1', -1],
    ['inputs.no ?? true', false],
    ['inputs.absent == null', true],
    ['null != inputs.absent', false],
    ['nodes.skipped.data == null', true],
    ['isEmpty(inputs.absent)', true],
    ['coalesce(inputs.absent, inputs.n)', 3],
    ['first([]).x ?? 1', 1],
    ['merge(inputs, {}).absent ?? 1', 1],
  ])('%s takes what is missing as null', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });
});

describe('operators', () => {
  it.each<[string, JsonValue]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['8 / 2 / 2', 2],
    ['7 % 4 * 2', 6],
    ['-inputs.n + 1', -2],
    ['1--1', 2],
    ['0 * -1', 0],
    ['-inputs.zero', 0],
    ['1 < 2 == true', true],
    ['1 + 1 == 2 && 2 < 3', true],
    ['true || false && false', true],
    ['!(1 > 2)', true],
    ['!inputs.no', true],
    ['inputs.absent ?? 1 == 1', true],
    ['null ?? false || true', true],
    ['false && inputs.absent', false],
    ['true || inputs.absent', true],
    ['1 ?? inputs.absent + 1', 1],
    ['"a" == \'a\'', true],
    ['[1, {a: 2}] == [1, {a: 2}]', true],
    ['{a: 1, b: 2} == {b: 2, a: 1}', true],
    ['{a: 1} == {a: 1, b: null}', false],
    ['"1" != 1', true],
    ['null == false', false],
    ['[] == {}', false],
    ['"2026-01-01T00:00:00Z" < "2026-01-01T01:00:00.5+00:00"', true],
    ['"2026-01-01T08:00:00+08:00" >= "2026-01-01T00:00:00Z"', true],
    ['"2026-01-02" > "2026-01-01"', true],
    ['"2026-01-01T00:00:00.1Z" < "2026-01-01T00:00:00.10000000001Z"', true],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toBe(expected);
  });

  it.each([
    '1 / 0',
    '1 % 0',
    '1e308 * 10',
    '"a" + "b"',
    '"1" + 1',
    '1 - null',
    '-"1"',
    '!1',
    '!null',
    '1 && true',
    'true && 1',
    'false || "x"',
    '1 < "2"',
    '"a" < "b"',
    'true > false',
    'null < 1',
    '[1] < [2]',
    '"2026-01-01" < "2026-01-01T00:00:00Z"',
    '"2026-01-01T00:00:00" < "2026-01-02T00:00:00"',
    '"2026-02-30" < "2026-03-01"',
    '1 < 2 < 3',
  ])('%s is a type mismatch', (text) => {
    expect(failure(text).code).toBe('EXPRESSION_TYPE_MISMATCH');
  });
});

describe('literals', () => {
  it.each<[string, JsonValue]>([
    ['null', null],
    ['-0.5e-3', -0.0005],
    ['""', ''],
    [String.raw`"\" \' \\ \/ \n \r \t \u4e2d"`, '" \' \\ / \n \r \t 中'],
    [String.raw`'it\'s "new"'`, 'it\'s "new"'],
    ['[]', []],
    ['{}', {}],
    ['{"a b": 1, c: [inputs.n, null], 名: true}', { 'a b': 1, c: [3, null], 名: true }],
    ['{true: 1, null: 2}', { true: 1, null: 2 }],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });
});

describe('refusals', () => {
  it.each([
    ['inputs.a === 1', '"==="', 9],
    ['inputs.a !== 1', '"!=="', 9],
    ['inputs.a = 1', '"=="', 9],
    ['inputs.a ? 1 : 2', 'coalesce', 9],
    ['inputs.a and inputs.b', '"&&"', 9],
    ['2 in inputs.list', 'contains', 2],
    ['not inputs.a', '"!"', 0],
    ['inputs?.a', '"??"', 6],
    ['inputs.a ** 2', 'power', 9],
    ['inputs.a++', 'changed', 8],
    ['fetch-user', 'not known', 0],
    ['input.a', 'did you mean "inputs"', 0],
    ['length', 'length(…)', 0],
    ['lenght("a")', 'did you mean "length"', 0],
    ['lower("a", "b")', 'lower(t)', 0],
    ['nodes.fetch-user.data.id', 'nodes["fetch-user"]', 0],
    ['nodes.fetch-user', 'nodes["fetch-user"]', 0],
    ['1 + nodes.fetch-user-2.data.id', 'nodes["fetch-user-2"]', 4],
    ['nodes.a.data.full-name', '["full-name"]', 18],
    ['inputs.first-name', '["first-name"]', 13],
    ['nodes.2nd.data', '["2nd"]', 6],
    ['nodes.a.x', 'nodes.a.data', 5],
    ['run.name', 'run.id', 0],
    ['{a: 1, a: 2}', 'twice', 7],
    ['{{ inputs.a }}', '"{" is not expected here', 1],
    ['inputs.', 'The expression ends too early', 7],
    ['inputs.a[0', '"]" is missing', 10],
    ['', 'Write an expression', 0],
  ])('%j is refused with a hint: %s', (text, hint, position) => {
    let caught: unknown;
    try {
      parseExpression(text);
    } catch (error) {
      caught = error;
    }
    expect(isCodedError(caught) && caught.code).toMatch(/^EXPRESSION_(?:SYNTAX|FORBIDDEN)$/);
    expect(isCodedError(caught) && caught.message).toContain(hint);
    expect(isCodedError(caught) && caught.extra.position).toBe(position);
  });
});

describe('sharing', () => {
  it('gives equal texts the same tree', () => {
    expect(parseExpression('inputs.n + 1')).toBe(parseExpression('inputs.n + 1'));
  });

  it('makes lists and objects anew each time', () => {
    const run = compileExpression(parseExpression('{a: [inputs.n]}'));
    expect((run(scope) as JsonObject).a).not.toBe((run(scope) as JsonObject).a);
  });
});
