import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { isSecretAt } from './secrets';

export type FieldPath = readonly (string | number)[];

/** One value that differs. A side that has none is undefined; of a secret both are, since only its change is told. */
export interface FieldChange {
  readonly path: FieldPath;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly secret: boolean;
}

/** Says that a value is told as a whole, such as a condition, although it has parts. */
export type IsWhole = (path: FieldPath) => boolean;

/** The smallest parts in which two values differ, in the order of the newer one. */
export function fieldChanges(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  isWhole: IsWhole = () => false,
  path: FieldPath = [],
): FieldChange[] {
  if (isSame(before, after)) return [];
  if (isSecretAt(path, before) || isSecretAt(path, after)) {
    return [{ path, before: undefined, after: undefined, secret: true }];
  }
  if (!isWhole(path)) {
    const parts = objectParts(before, after) ?? listParts(before, after);
    if (parts) {
      return parts.flatMap(([key, old, now]) => fieldChanges(old, now, isWhole, [...path, key]));
    }
  }
  return [{ path, before, after, secret: false }];
}

export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return canonicalJson(a) === canonicalJson(b);
}

type Part = readonly [string | number, JsonValue | undefined, JsonValue | undefined];

/** An object that came or went is taken apart as well when it would hide a secret. */
function objectParts(before: JsonValue | undefined, after: JsonValue | undefined): Part[] | undefined {
  const [old, now] = [objectOf(before), objectOf(after)];
  if (!old || !now) return undefined;
  if (before === undefined && after === undefined) return undefined;
  const keys = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...keys].map((key) => [key, own(old, key), own(now, key)]);
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  if (value === undefined) return {};
  return isJsonObject(value) ? value : undefined;
}

const own = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined);

/** What tells the entries of a list apart, where they have it. */
const NAMES = ['id', 'name', 'handle', 'key'] as const;

function listParts(before: JsonValue | undefined, after: JsonValue | undefined): Part[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const name = NAMES.find((each) => areNamed(before, each) && areNamed(after, each));
  if (name !== undefined) {
    const [old, now] = [byName(before, name), byName(after, name)];
    const common = [...now.keys()].filter((key) => old.has(key));
    const inOrder = [...old.keys()].filter((key) => now.has(key)).every((key, at) => key === common[at]);
    if (!inOrder) return undefined;
    return [...new Set([...now.keys(), ...old.keys()])].map((key) => [key, old.get(key), now.get(key)]);
  }
  if (before.length !== after.length || !before.every(isJsonObject)) return undefined;
  return after.map((item, index) => [index, before[index], item]);
}

function areNamed(list: readonly JsonValue[], name: string): boolean {
  const names = list.map((item) => (isJsonObject(item) ? item[name] : undefined));
  return names.every((each) => typeof each === 'string') && new Set(names).size === names.length;
}

function byName(list: readonly JsonValue[], name: string): Map<string, JsonValue> {
  return new Map(list.map((item) => [String((item as JsonObject)[name]), item]));
}
