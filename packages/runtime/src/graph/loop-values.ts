import type { LoopRun } from '@weftwork/engine';
import { CodedError, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { PreparedLoop } from './prepare-version';
import type { ScopeValues } from './run-values';

/** What a loop carries from iteration to iteration. */
export interface LoopValues {
  /** Evaluated when first asked for: at entry, and again after a log was read back. */
  readonly items: () => readonly JsonValue[];
  /** Result per index; a missing place was skipped or has not ended. */
  readonly results: Map<number, JsonValue>;
  readonly errors: { index: number; code: string; message: string }[];
  state: JsonValue;
  readonly limited: boolean;
}

export function loopValuesOf(loop: LoopRun): LoopValues {
  return loop.attached as LoopValues;
}

export function openLoopValues(prepared: PreparedLoop, outside: ScopeValues, limited: boolean): LoopValues {
  let items: readonly JsonValue[] | undefined;
  let state: JsonValue | undefined;
  return {
    items: () => {
      items ??= prepared.items ? itemsOf(prepared.items(outside)) : [];
      return items;
    },
    results: new Map(),
    errors: [],
    get state() {
      state ??= prepared.initialState?.(outside) ?? null;
      return state;
    },
    set state(value: JsonValue) {
      state = value;
    },
    limited,
  };
}

/** How many iterations a loop knows at entry; null for `while`. */
export function countAtEntry(prepared: PreparedLoop, outside: ScopeValues): number | null {
  if (prepared.items) return itemsOf(prepared.items(outside)).length;
  if (!prepared.count) return null;
  const count = prepared.count(outside);
  if (typeof count === 'number' && Number.isInteger(count) && count >= 0) return count;
  throw new CodedError(
    'EXPRESSION_TYPE_MISMATCH',
    `"count" is ${JSON.stringify(count)}; expected a whole number >= 0.`,
    { extra: { field: '/config/count' } },
  );
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  const found = JSON.stringify(value);
  throw new CodedError(
    'EXPRESSION_TYPE_MISMATCH',
    `"items" is ${found.length > 80 ? `${found.slice(0, 77)}...` : found}; expected a list.`,
    { extra: { field: '/config/items' } },
  );
}

export function loopOutput(
  values: LoopValues,
  stoppedBy: 'end' | 'condition' | 'limit',
  ran: number,
): JsonObject {
  const indexes = [...values.results.keys()].sort((a, b) => a - b);
  return {
    results: indexes.map((index) => values.results.get(index)!),
    count: ran,
    stoppedBy,
    errors: [...values.errors].sort((a, b) => a.index - b.index),
    state: values.state,
  };
}
