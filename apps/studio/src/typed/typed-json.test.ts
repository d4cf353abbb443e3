import { describe, expect, it } from 'vitest';
import { exactNumber, readTypedJson, readTypedNumber } from './typed-json';

describe('readTypedJson', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['9007199254740991', 9007199254740991],
    ['{"a": [1, null, "x"]}', { a: [1, null, 'x'] }],
    ['0.1', 0.1],
  ])('takes %s', (text, value) => {
    expect(readTypedJson(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['9007199254740993', 'NUMBER_NOT_EXACT', '9007199254740993'],
    ['{"id": -12345678901234567890}', 'NUMBER_NOT_EXACT', '-12345678901234567890'],
    ['1e400', 'NUMBER_NOT_EXACT', 'finite'],
    ['1e-7', 'NUMBER_NOT_EXACT', '1e-7'],
    ['{"a": 1, "a": 2}', 'DUPLICATE_KEY', '"a"'],
    ['{"__proto__": 1}', 'FORBIDDEN_KEY', '__proto__'],
    ['"\\ud800"', 'LONE_SURROGATE', 'surrogate'],
  ])('refuses %s', (text, code, says) => {
    const read = readTypedJson(text);
    expect(read).toMatchObject({ ok: false, issue: { code } });
    expect(read.ok ? '' : read.issue?.message).toContain(says);
  });

  it('has no issue to tell of what is no JSON yet', () => {
    expect(readTypedJson('{"a":')).toEqual({ ok: false, issue: undefined });
  });
});

it.each([
  ['12', 12],
  [' -0.5 ', -0.5],
  ['1e3', 1000],
  ['', undefined],
  ['1e', undefined],
  ['9007199254740993', undefined],
  ['1e-7', undefined],
  ['Infinity', undefined],
])('the number in %j is %s', (text, number) => {
  expect(exactNumber(text)).toBe(number);
});

it.each([
  ['', { ok: true, value: undefined }],
  [' 12 ', { ok: true, value: 12 }],
  ['0', { ok: false, least: 1 }],
  ['abc', { ok: false }],
  ['9007199254740993', { ok: false, issue: { message: expect.stringContaining('9007199254740993 lies') } }],
  ['1e400', { ok: false, issue: { code: 'NUMBER_NOT_EXACT' } }],
])('of %j from 1 on a number field takes %j', (text, taken) => {
  expect(readTypedNumber(text, 1)).toMatchObject(taken);
});
