import { type AttachmentCodec, ENGINE_VERSION, readState, writeState } from '@weftwork/engine';
import type { JsonObject, JsonValue, RunWarning } from '@weftwork/schema';
import { GraphRun } from './graph-run';
import { loopValuesOf, openLoopValues } from './loop-values';
import type { PreparedVersion } from './prepare-version';
import { valuesOf } from './run-values';

/*
 * A run that waits, written down: the engine's state with the values beside it. A cache of the log; spilled values
 * stay in their artifacts and are read again.
 */

interface WrittenScopeValues {
  /** `[slot, data]`; slots without data are left out. */
  data: [slot: number, data: JsonValue][];
  /** `[slot, key, artifactId]` of values that live in artifacts. */
  spilled: [slot: number, key: string, artifactId: string][];
}

interface WrittenLoopValues {
  results: [index: number, result: JsonValue][];
  errors: { index: number; code: string; message: string }[];
  state: JsonValue;
  limited: boolean;
}

interface WrittenRun {
  warnings: RunWarning[];
  phase: GraphRun['phase'];
  /** Absent in what was written before runs had one. */
  origin?: GraphRun['origin'];
  state: JsonObject;
}

/** Undefined when the run is on the move. */
export function writeRun(run: GraphRun): string | undefined {
  const state = writeState(run.state, codecFor(run));
  if (!state) return undefined;
  const written: WrittenRun = { warnings: run.warnings, phase: run.phase, origin: run.origin, state };
  return JSON.stringify(written);
}

/** Reads a run back; what follows in the log is folded on top. Undefined when another engine wrote it. */
export function readRun(
  version: PreparedVersion,
  runId: string,
  inputs: JsonObject,
  snapshot: { readonly engineVersion: string; readonly text: string },
): GraphRun | undefined {
  if (snapshot.engineVersion !== ENGINE_VERSION) return undefined;
  const { state, warnings, phase, origin } = JSON.parse(snapshot.text) as WrittenRun;
  const run = new GraphRun(version, runId, inputs, (root) => {
    const codec = codecFor(root);
    return readState(version.plan, version.settings, state, codec);
  });
  run.warnings.push(...warnings);
  run.phase = phase;
  if (origin) run.origin = origin;
  return run;
}

function codecFor(run: GraphRun): AttachmentCodec {
  return {
    writeScope(scope) {
      const values = valuesOf(scope);
      const spilled = [...values.spilled].flatMap(([slot, keys]) =>
        Object.entries(keys).map(
          ([key, { artifactId }]) => [slot, key, artifactId] as [number, string, string],
        ),
      );
      const data = [...values.data.entries()].flatMap(([slot, value]) =>
        value === undefined
          ? []
          : [[slot, withoutSpilled(value, values.spilled.get(slot))] as [number, JsonValue]],
      );
      return { data, spilled } satisfies WrittenScopeValues as unknown as JsonValue;
    },
    readScope(scope, json) {
      const { data, spilled } = json as unknown as WrittenScopeValues;
      const values = run.attachScope(scope);
      for (const [slot, value] of data) values.data[slot] = value;
      for (const [slot, key, artifactId] of spilled) run.noteSpilled(values, slot, { [key]: { artifactId } });
    },
    writeLoop(loop) {
      const { results, errors, state, limited } = loopValuesOf(loop);
      return {
        results: [...results],
        errors,
        state,
        limited,
      } satisfies WrittenLoopValues as unknown as JsonValue;
    },
    readLoop(loop, json) {
      const { results, errors, state, limited } = json as unknown as WrittenLoopValues;
      const values = openLoopValues(run.prepared(loop.node).loop!, valuesOf(loop.run.scope), limited);
      for (const [index, result] of results) values.results.set(index, result);
      values.errors.push(...errors);
      values.state = state;
      loop.attached = values;
    },
  };
}

function withoutSpilled(value: JsonValue, keys: Readonly<Record<string, unknown>> | undefined): JsonValue {
  if (keys === undefined) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [key, key in keys ? null : member]),
  );
}
