import { isCodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { compileCondition, parseCondition } from '.';

const scope = {
  inputs: {
    n: 5,
    text: 'abc',
    tags: ['x', 'y'],
    yes: true,
    nothing: null,
    empty: {},
    when: '2026-01-01T08:00:00+08:00',
  },
  runId: 'r',
  nodeData: (id: string): JsonValue | undefined => (id === 'code' ? { ok: true, text: 'true' } : undefined),
};

function outcome(condition: JsonValue, inputs: JsonObject = scope.inputs): boolean | string {
  try {
    return compileCondition(condition)({ ...scope, inputs });
  } catch (error) {
    if (isCodedError(error)) return error.code;
    throw error;
  }
}

const MISMATCH = 'EXPRESSION_TYPE_MISMATCH';

describe('B18: 24 pairs', () => {
  it.each<[JsonValue, JsonValue, boolean, boolean | string, boolean | string]>([
    // left, right, eq, gt, lt
    [20, 20, true, false, false],
    [21, 20, false, true, false],
    [20, 20.0, true, false, false],
    [-1, 0, false, false, true],
    ['20', 20, false, MISMATCH, MISMATCH],
    [20, '20', false, MISMATCH, MISMATCH],
    ['20', '20', true, MISMATCH, MISMATCH],
    ['1000 ', '1000', false, MISMATCH, MISMATCH],
    [' 1000', '1000', false, MISMATCH, MISMATCH],
    ['1000 ', 1000, false, MISMATCH, MISMATCH],
    ['', 0, false, MISMATCH, MISMATCH],
    ['b', 'a', false, MISMATCH, MISMATCH],
    ['A', 'a', false, MISMATCH, MISMATCH],
    [true, true, true, MISMATCH, MISMATCH],
    [true, 'true', false, MISMATCH, MISMATCH],
    [true, 1, false, MISMATCH, MISMATCH],
    [false, 0, false, MISMATCH, MISMATCH],
    [false, null, false, MISMATCH, MISMATCH],
    [null, null, true, MISMATCH, MISMATCH],
    [null, 0, false, MISMATCH, MISMATCH],
    [null, '', false, MISMATCH, MISMATCH],
    ['null', null, false, MISMATCH, MISMATCH],
    ['2026-01-01T00:00:00Z', '2026-01-01T09:00:00+08:00', false, false, true],
    ['2026-01-02', '2026-01-01', false, true, false],
  ])('%j with %j', (left, right, eq, gt, lt) => {
    const inputs = { left, right };
    expect(outcome('inputs.left == inputs.right', inputs)).toBe(eq);
    expect(outcome('inputs.left > inputs.right', inputs)).toBe(gt);
    expect(outcome('inputs.left < inputs.right', inputs)).toBe(lt);
    const tree = (op: string) => ({ left: '{{ inputs.left }}', op, right: '{{ inputs.right }}' });
    expect(outcome(tree('eq'), inputs)).toBe(eq);
    expect(outcome(tree('ne'), inputs)).toBe(!eq);
    expect(outcome(tree('gt'), inputs)).toBe(gt);
    expect(outcome(tree('lt'), inputs)).toBe(lt);
  });
});

describe('B19: booleans', () => {
  it.each<[JsonValue, boolean]>([
    ['nodes.code.data.ok', true],
    ['nodes.code.data.ok == true', true],
    [{ left: '{{ nodes.code.data.ok }}', op: 'eq', right: true }, true],
    [{ left: '{{ nodes.code.data.ok }}', op: 'eq', right: 'true' }, false],
    [{ left: '{{ nodes.code.data.text }}', op: 'eq', right: true }, false],
    [{ left: '{{ nodes.code.data.text }}', op: 'eq', right: 'true' }, true],
  ])('%j', (condition, expected) => {
    expect(outcome(condition)).toBe(expected);
  });
});

describe('conditions', () => {
  it.each<[JsonValue, boolean | string]>([
    ['inputs.n > 3 && contains(inputs.tags, "x")', true],
    ['  inputs.n > 3  ', true],
    ['inputs.n', MISMATCH],
    ['inputs.text', MISMATCH],
    ['inputs.nothing', MISMATCH],
    ['inputs.absent == null', true],
    ['inputs.absent == 1', 'EXPRESSION_MISSING'],
    [{ all: ['inputs.yes', { any: ['inputs.n < 0', { not: 'inputs.n < 0' }] }] }, true],
    [{ all: [] }, true],
    [{ any: [] }, false],
    [{ all: ['inputs.n < 0', 'inputs.absent'] }, false],
    [{ any: ['inputs.yes', 'inputs.absent'] }, true],
    [{ left: '{{ inputs.n }}', op: 'gte', right: 5 }, true],
    [{ left: '{{ inputs.n }}', op: 'lte', right: 4 }, false],
    [{ left: '{{ inputs.when }}', op: 'gte', right: '2026-01-01T00:00:00Z' }, true],
    [{ left: '{{ inputs.text }}', op: 'contains', right: 'b' }, true],
    [{ left: '{{ inputs.tags }}', op: 'not_contains', right: 'z' }, true],
    [{ left: '{{ inputs.empty }}', op: 'contains', right: 'toString' }, false],
    [{ left: '{{ inputs.n }}', op: 'contains', right: 5 }, MISMATCH],
    [{ left: 'n is {{ inputs.n }}', op: 'eq', right: 'n is {{ inputs.n }}' }, true],
    [{ left: { a: ['{{ inputs.n }}'] }, op: 'eq', right: { a: [5] } }, true],
    [{ left: '{{ inputs.absent }}', op: 'is_null' }, true],
    [{ left: '{{ inputs.absent.deeper }}', op: 'not_null', right: null }, false],
    [{ left: '{{ inputs.nothing }}', op: 'is_null' }, true],
    [{ left: '{{ inputs.absent }}', op: 'is_empty' }, true],
    [{ left: '{{ inputs.empty }}', op: 'not_empty' }, false],
    [{ left: '{{ inputs.n }}', op: 'is_empty' }, false],
    [{ left: '{{ inputs.absent }}', op: 'eq', right: null }, true],
    [{ left: null, op: 'ne', right: '{{ inputs.absent }}' }, false],
    [{ left: '{{ inputs.absent }}', op: 'eq', right: 1 }, 'EXPRESSION_MISSING'],
  ])('%j', (condition, expected) => {
    expect(outcome(condition)).toBe(expected);
  });

  it.each<[JsonValue, string, number | undefined]>([
    ['', '', 0],
    ['  inputs.n >', '', 12],
    ['{{ inputs.n > 3 }}', '', undefined],
    [3, '', undefined],
    [null, '', undefined],
    [{}, '/op', undefined],
    [{ all: 'inputs.n' }, '/all', undefined],
    [{ all: ['inputs.yes', { any: [1] }] }, '/all/1/any/0', undefined],
    [{ not: { left: 1, op: 'like', right: 2 } }, '/not/op', undefined],
    [{ left: 1, op: 'eq' }, '/right', undefined],
    [{ op: 'is_null' }, '/left', undefined],
    [{ left: 1, op: 'eq', right: 2, extra: 1 }, '/extra', undefined],
    [{ any: [{ left: '{{ inputs. }}', op: 'eq', right: 1 }] }, '/any/0/left', 10],
  ])('refuses %j at %j', (condition, pointer, position) => {
    let caught: unknown;
    try {
      parseCondition(condition);
    } catch (error) {
      caught = error;
    }
    expect(isCodedError(caught) && caught.code).toBe('EXPRESSION_SYNTAX');
    expect(isCodedError(caught) && caught.extra.pointer).toBe(pointer);
    if (position !== undefined) expect(isCodedError(caught) && caught.extra.position).toBe(position);
  });
});
