import type { JsonObject, JsonValue } from '@weftwork/schema';
import { mismatchError } from '../errors';
import { assertNameAllowed } from '../names';
import { define, listOf, objectOf, wholeNumberOf } from './define';

export const COLLECTION_FUNCTIONS = {
  first: define(
    'first(list)',
    'The first member, null when there is none',
    (list) => listOf(list, 'first')[0] ?? null,
  ),
  last: define(
    'last(list)',
    'The last member, null when there is none',
    (list) => listOf(list, 'last').at(-1) ?? null,
  ),
  at: define('at(list, i)', 'The member at an index from 0, null when there is none', (list, i) => {
    const [members, index] = [listOf(list, 'at'), wholeNumberOf(i, 'at')];
    return index < 0 ? null : (members[index] ?? null);
  }),
  keys: define('keys(o)', 'The keys of an object, sorted', (o) => sortedKeys(objectOf(o, 'keys'))),
  values: define('values(o)', 'The values of an object, in the order of their keys', (o) => {
    const object = objectOf(o, 'values');
    return sortedKeys(object).map((key) => object[key]!);
  }),
  merge: define('merge(a, b, …)', 'One object of several; what comes later wins', (...objects) => {
    const merged: JsonObject = {};
    for (const object of objects) {
      for (const [key, value] of Object.entries(objectOf(object, 'merge'))) {
        if (key === '__proto__') assertNameAllowed(key);
        merged[key] = value;
      }
    }
    return merged;
  }),
  unique: define('unique(list)', 'The list without repeated members', (list) => {
    const seen = new Set<string>();
    return listOf(list, 'unique').filter((item) => {
      const key = identity(item);
      return seen.has(key) ? false : seen.add(key);
    });
  }),
  sort: define('sort(list)', 'A list of numbers or of texts in rising order', (list) => {
    const members = listOf(list, 'sort');
    if (members.every((item) => typeof item === 'number')) return [...members].sort((a, b) => a - b);
    if (members.every((item) => typeof item === 'string')) return [...members].sort();
    throw mismatchError('sort takes a list of numbers only, or of texts only.');
  }),
};

/** By UTF-16 code unit, so that the order does not depend on where the object was stored. */
function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort();
}

/** The same text exactly for values that are equal. */
function identity(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`;
  return `{${sortedKeys(value)
    .map((key) => `${JSON.stringify(key)}:${identity(value[key]!)}`)
    .join()}}`;
}
