import { isJsonObject, type JsonValue } from '@weftwork/schema';
import { mismatchError } from '../errors';
import { contains, isEmpty, toText } from '../operators';
import { define, textOf, wrongType } from './define';
import { textLength } from './text';

const MAX_DEPTH = 100;

export const VALUE_FUNCTIONS = {
  contains: define('contains(x, y)', 'Whether a text, list or object holds a text, member or key', (x, y) =>
    contains(x!, y!),
  ),
  length: define('length(x)', 'How many characters a text, members a list or keys an object has', (x) => {
    if (typeof x === 'string') return textLength(x);
    if (Array.isArray(x)) return x.length;
    if (x !== undefined && isJsonObject(x)) return Object.keys(x).length;
    throw wrongType('length', 'a text, a list or an object', x);
  }),
  isEmpty: define('isEmpty(x)', 'Whether it is null, "", [] or {}', (x) => isEmpty(x!)),
  coalesce: define('coalesce(a, …)', 'The first that is not null', (...values) => {
    return values.find((value) => value !== null) ?? null;
  }),
  toText: define('toText(x)', 'As it reads inside text; null is ""', (x) => toText(x!)),
  toJson: define('toJson(x)', 'The value as JSON', (x) => JSON.stringify(x)),
  fromJson: define('fromJson(t)', 'The value that a JSON text holds', (t) => fromJson(textOf(t, 'fromJson'))),
};

function fromJson(text: string): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    // The parser's own message quotes the text, which may be private.
    throw Object.assign(mismatchError('fromJson was given a text that is not JSON.'), { cause });
  }
  assertPlain(value, 0);
  return value;
}

function assertPlain(value: JsonValue, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw mismatchError('fromJson was given a number too large to hold.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH)
    throw mismatchError(`fromJson was given JSON nested deeper than ${MAX_DEPTH} levels.`);
  if (Object.hasOwn(value, '__proto__'))
    throw mismatchError('fromJson was given an object with the key "__proto__".');
  for (const child of Array.isArray(value) ? value : Object.values(value)) assertPlain(child, depth + 1);
}
