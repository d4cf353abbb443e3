import type { JsonValue } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import {
  addTo,
  FRESH_RULE,
  moveTo,
  negateAt,
  pointerOf,
  readRow,
  removeAt,
  unwrapAt,
  wrapAt,
  writeRow,
} from './condition-rows';
import { sideText, sideValue } from './operand';

const a = { left: '{{ inputs.a }}', op: 'gt', right: 1 };
const b = { left: '{{ inputs.b }}', op: 'is_empty' };
const tree: JsonValue = { all: [a, { not: { any: [b, 'inputs.c'] } }] };

describe('rows of a condition', () => {
  it.each<[JsonValue, string]>([
    [a, 'rule'],
    [b, 'rule'],
    [{}, 'rule'],
    ['inputs.c', 'expression'],
    [tree, 'group'],
    [{ not: { not: a } }, 'rule'],
    [{ all: 'x' }, 'other'],
    [{ all: [], any: [] }, 'other'],
    [{ left: 1, op: 'eq', right: 1, more: 2 }, 'other'],
    [[1], 'other'],
  ])('%j is a row of kind %s', (value, kind) => {
    expect(readRow(value).kind).toBe(kind);
  });

  it.each<[JsonValue]>([[a], [{ not: a }], ['inputs.c'], [tree], [{ all: 'x' }], [{ not: { all: 'x' } }]])(
    '%j is written as it was read',
    (value) => expect(writeRow(readRow(value))).toEqual(value),
  );

  it.each<[string, JsonValue, JsonValue]>([
    ['a rule added to a group', addTo(tree, [1], a), { all: [a, { not: { any: [b, 'inputs.c', a] } }] }],
    ['a rule added to a rule', addTo(a, [], b), { all: [a, b] }],
    ['a negated rule', negateAt(tree, [1, 0]), { all: [a, { not: { any: [{ not: b }, 'inputs.c'] } }] }],
    ['a group negated twice', negateAt(tree, [1]), { all: [a, { any: [b, 'inputs.c'] }] }],
    ['a removed rule', removeAt(tree, [0]), { all: [{ not: { any: [b, 'inputs.c'] } }] }],
    ['a group without its last rule', removeAt({ all: [a, { any: [b] }] }, [1, 0]), { all: [a] }],
    ['nothing left', removeAt({ all: [a] }, [0]), FRESH_RULE],
    [
      'a rule in a group of its own',
      wrapAt(tree, [0]),
      { all: [{ all: [a] }, { not: { any: [b, 'inputs.c'] } }] },
    ],
    ['a group undone', unwrapAt({ any: [a, { all: [b, a] }] }, [1]), { any: [a, b, a] }],
    ['a negated group that stays', unwrapAt(tree, [1]), tree],
    ['a rule moved down', moveTo({ any: [a, b, 'c'] }, [], 0, 2), { any: [b, 'c', a] }],
    [
      'a rule moved in a negated group',
      moveTo(tree, [1], 1, 0),
      { all: [a, { not: { any: ['inputs.c', b] } }] },
    ],
    ['a move beyond the end', moveTo({ any: [a, b] }, [], 1, 2), { any: [a, b] }],
  ])('%s', (_, made, expected) => expect(made).toEqual(expected));

  it.each<[number[], string]>([
    [[], ''],
    [[0], '/all/0'],
    [[1], '/all/1/not'],
    [[1, 1], '/all/1/not/any/1'],
  ])('the row at %j is where issues say %s', (path, pointer) => {
    expect(pointerOf(tree, path)).toBe(pointer);
  });
});

describe('one side of a rule', () => {
  it.each<[JsonValue, string]>([
    [20, '20'],
    ['20', '"20"'],
    ['plain', 'plain'],
    [true, 'true'],
    ['true', '"true"'],
    [null, 'null'],
    ['', ''],
    ['{{ inputs.a }}', '{{ inputs.a }}'],
    ['a {{ inputs.a }}', 'a {{ inputs.a }}'],
    [['{{ inputs.a }}', 1], '["{{ inputs.a }}",1]'],
    ['[x', '[x'],
    [{ a: 1 }, '{"a":1}'],
    ['"quoted"', '"\\"quoted\\""'],
  ])('%j is typed as %s', (value, text) => {
    expect(sideText(value)).toBe(text);
    expect(sideValue(text)).toEqual(value);
  });
});
