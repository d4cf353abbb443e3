import type { PureEvaluator, PureInput } from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';
import { optionOf } from '../shared/read-config';
import { MERGE_VALUES } from './definition';

type Sources = PureInput['sources'];

const MERGES: Record<(typeof MERGE_VALUES)[number], (sources: Sources) => JsonObject> = {
  object: mergeObjects,
  collect: (sources) => ({ items: sources.map(({ nodeId, data }) => ({ nodeId, data })) }),
  first: (sources) => sources[0]?.data ?? {},
};

/** Joins the data of what ran before it, in edge order. */
export const mergeEvaluator: PureEvaluator = {
  prepare(node) {
    const merge = MERGES[optionOf(node.config, 'value', MERGE_VALUES)];
    return (input) => ({ data: merge(input.sources) });
  },
};

function mergeObjects(sources: Sources): JsonObject {
  if (sources.length === 1) return sources[0]!.data ?? {};
  const merged: JsonObject = {};
  for (const { data } of sources) {
    for (const key in data) setOwn(merged, key, data[key]!);
  }
  return merged;
}

/** Plain assignment of `__proto__` would change the object instead of setting a key. */
function setOwn(target: JsonObject, key: string, value: JsonObject[string]): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
