import { isCodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { compileExpression, FUNCTIONS, parseExpression } from '..';

const inputs: JsonObject = {
  text: 'Weft',
  list: [3, 1, 2],
  names: ['b', 'a'],
  object: { b: 1, a: [2] },
  empty: [],
  emoji: '👍ab',
  same: [{ a: 1, b: 2 }, { b: 2, a: 1 }, 1, '1', 1],
  nothing: null,
};

function evaluate(text: string): JsonValue {
  return compileExpression(parseExpression(text))({ inputs, runId: 'r', nodeData: () => undefined });
}

const VALUES: readonly (readonly [string, JsonValue])[] = [
  ['contains(inputs.text, "ef")', true],
  ['contains(inputs.text, "EF")', false],
  ['contains(inputs.list, 2)', true],
  ['contains(inputs.list, "2")', false],
  ['contains([{a: [1]}], {a: [1]})', true],
  ['contains(inputs.object, "b")', true],
  ['contains(inputs.object, "toString")', false],
  ['length(inputs.text)', 4],
  ['length(inputs.emoji)', 3],
  ['length(inputs.list)', 3],
  ['length(inputs.object)', 2],
  ['isEmpty("")', true],
  ['isEmpty(inputs.empty)', true],
  ['isEmpty({})', true],
  ['isEmpty(null)', true],
  ['isEmpty(inputs.absent.deeper)', true],
  ['isEmpty(0)', false],
  ['isEmpty(false)', false],
  ['lower("ÄB")', 'äb'],
  ['upper("äb")', 'ÄB'],
  ['trim("  a b ")', 'a b'],
  ['split("a,b,,c", ",")', ['a', 'b', '', 'c']],
  ['split(inputs.emoji, "")', ['👍', 'a', 'b']],
  ['join(inputs.names, "-")', 'b-a'],
  ['join([1, true, null, {a: 1}], ",")', '1,true,,{"a":1}'],
  ['join([], ",")', ''],
  ['replace("a.b.c", ".", "$&")', 'a$&b$&c'],
  ['slice("abcd", 1)', 'bcd'],
  ['slice("abcd", 1, 3)', 'bc'],
  ['slice("abcd", -2)', 'cd'],
  ['slice(inputs.emoji, 0, 1)', '👍'],
  ['slice(inputs.list, -2, -1)', [1]],
  ['first(inputs.list)', 3],
  ['last(inputs.list)', 2],
  ['first([])', null],
  ['last([])', null],
  ['at(inputs.list, 1)', 1],
  ['at(inputs.list, 9)', null],
  ['at(inputs.list, -1)', null],
  ['keys(inputs.object)', ['a', 'b']],
  ['values(inputs.object)', [[2], 1]],
  ['merge({a: 1, b: {x: 1}}, {b: {y: 2}}, {c: 3})', { a: 1, b: { y: 2 }, c: 3 }],
  ['unique(inputs.same)', [{ a: 1, b: 2 }, 1, '1']],
  ['sort(inputs.list)', [1, 2, 3]],
  ['sort([10, 9, 1])', [1, 9, 10]],
  ['sort(["b", "B", "a"])', ['B', 'a', 'b']],
  ['sort([])', []],
  ['sum(inputs.list)', 6],
  ['sum([])', 0],
  ['min(inputs.list)', 1],
  ['max(inputs.list)', 3],
  ['min([])', null],
  ['max([])', null],
  ['round(2.5)', 3],
  ['round(-2.5)', -3],
  ['round(-0.4)', 0],
  ['round(1.005, 2)', 1.01],
  ['round(1234.5, -2)', 1200],
  ['round(1e21, 2)', 1e21],
  ['abs(-3)', 3],
  ['toNumber("1000 ")', 1000],
  ['toNumber(" -1.5e2")', -150],
  ['toText(null)', ''],
  ['toText(1.5)', '1.5'],
  ['toText(true)', 'true'],
  ['toText({a: [1, "x"]})', '{"a":[1,"x"]}'],
  ['toJson("a")', '"a"'],
  ['toJson(null)', 'null'],
  ['fromJson("{\\"a\\": [1, null]}")', { a: [1, null] }],
  ['coalesce(null, inputs.absent, inputs.nothing, "x", inputs.alsoAbsent + 1)', 'x'],
  ['coalesce(null)', null],
  ['formatDate("2026-03-08T09:00:00-05:00", "yyyy-MM-dd HH:mm", "Asia/Shanghai")', '2026-03-08 22:00'],
];

describe('functions', () => {
  it.each(VALUES)('%s', (text, expected) => {
    expect(evaluate(text)).toStrictEqual(expected);
  });

  it.each(Object.keys(FUNCTIONS))('%s has a value in this table', (name) => {
    expect(VALUES.some(([text]) => text.startsWith(`${name}(`))).toBe(true);
  });

  it.each([
    'contains(1, 2)',
    'contains("a", 1)',
    'contains(null, "a")',
    'contains({}, 1)',
    'length(1)',
    'length(null)',
    'lower(1)',
    'trim(null)',
    'split("a", 1)',
    'join("a", ",")',
    'join([], null)',
    'replace("a", "", "b")',
    'slice(1, 2)',
    'slice("a", "b")',
    'slice("a", 0.5)',
    'first("abc")',
    'last({})',
    'at([1], "0")',
    'keys([1])',
    'values("a")',
    'merge({}, [])',
    'merge({}, null)',
    'unique("a")',
    'sort([1, "a"])',
    'sort([true])',
    'sum(["1"])',
    'sum([1e308, 1e308])',
    'min("a")',
    'max([null])',
    'round("1")',
    'round(1, 99)',
    'abs("1")',
    'toNumber("")',
    'toNumber("abc")',
    'toNumber("0x10")',
    'toNumber("1e999")',
    'toNumber(true)',
    'fromJson("{")',
    'fromJson(1)',
    'formatDate("yesterday", "yyyy", "UTC")',
    'formatDate("2026-02-30T00:00:00Z", "yyyy", "UTC")',
    'formatDate("2026-01-01T00:00:00Z", "yyyy", "Mars/Base")',
    'formatDate("2026-01-01T00:00:00Z", "QQQ", "UTC")',
  ])('%s is a type mismatch', (text) => {
    let code: string | undefined;
    try {
      evaluate(text);
    } catch (error) {
      code = isCodedError(error) ? error.code : String(error);
    }
    expect(code).toBe('EXPRESSION_TYPE_MISMATCH');
  });
});
