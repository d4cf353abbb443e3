import { canonicalJson, isJsonObject, type JsonValue } from '@weftwork/schema';
import type { NodeRun } from '../api/types';
import { latestAttempts } from './node-states';
import { laneKey } from './timeline';

export type Sameness = 'same' | 'differs' | 'none';

/** One step in both runs; a side that did not come to it has none. */
export interface ComparedStep {
  readonly key: string;
  readonly nodeId: string;
  readonly path: readonly number[];
  readonly a: NodeRun | undefined;
  readonly b: NodeRun | undefined;
  readonly input: Sameness;
  readonly output: Sameness;
  readonly differs: boolean;
}

export interface RunComparison {
  /** In the order in which they came up in the first run; what only the second did stands where it came there. */
  readonly steps: readonly ComparedStep[];
  readonly first: ComparedStep | undefined;
}

/** What files and stored values hold, as a hash by artifact id; their ids are others in every run. */
export type Contents = ReadonlyMap<string, string>;

const UNKNOWN: Contents = new Map();

/**
 * Sets two runs beside each other, step by step: the last attempt of each node and iteration. Files whose contents are
 * unknown count as the same, stored values of unknown contents as the same when their sizes are.
 */
export function compareRuns(
  a: Iterable<NodeRun>,
  b: Iterable<NodeRun>,
  contents: Contents = UNKNOWN,
): RunComparison {
  const [left, right] = [byLane(a), byLane(b)];
  const steps = orderOf(left, right).map((key) => compareStep(key, left.get(key), right.get(key), contents));
  return { steps, first: steps.find(({ differs }) => differs) };
}

function byLane(nodeRuns: Iterable<NodeRun>): Map<string, NodeRun> {
  return new Map(latestAttempts(nodeRuns).map((run) => [laneKey(run.nodeId, run.iterationPath), run]));
}

function orderOf(left: ReadonlyMap<string, NodeRun>, right: ReadonlyMap<string, NodeRun>): string[] {
  const after = new Map<string, string[]>();
  let last = '';
  for (const key of right.keys()) {
    if (left.has(key)) last = key;
    else after.set(last, [...(after.get(last) ?? []), key]);
  }
  return [...(after.get('') ?? []), ...[...left.keys()].flatMap((key) => [key, ...(after.get(key) ?? [])])];
}

function compareStep(
  key: string,
  a: NodeRun | undefined,
  b: NodeRun | undefined,
  contents: Contents,
): ComparedStep {
  const one = (a ?? b)!;
  const input = sameness(a?.input, b?.input, contents);
  const output = sameness(outcomeOf(a, contents), outcomeOf(b, contents), contents);
  const differs = a?.status !== b?.status || input === 'differs' || output === 'differs';
  return { key, nodeId: one.nodeId, path: one.iterationPath ?? [], a, b, input, output, differs };
}

/** What a step led to: its output with what was stored elsewhere, the way it went on, or its error. */
function outcomeOf(run: NodeRun | undefined, contents: Contents): JsonValue | undefined {
  if (!run || (run.output === undefined && !run.error)) return undefined;
  const stored = Object.fromEntries(
    Object.entries(run.spilled ?? {}).map(([key, part]) => [
      key,
      contents.get(part.artifactId) ?? part.bytes,
    ]),
  );
  return [run.output ?? null, stored, run.handle ?? null, run.error?.code ?? null];
}

function sameness(a: JsonValue | undefined, b: JsonValue | undefined, contents: Contents): Sameness {
  if (a === undefined && b === undefined) return 'none';
  if (a === undefined || b === undefined) return 'differs';
  return canonicalJson(steady(a, contents)) === canonicalJson(steady(b, contents)) ? 'same' : 'differs';
}

/** The value without what differs from run to run by its nature: times, and ids of files, told by their contents instead. */
export function steady(value: JsonValue, contents: Contents = UNKNOWN): JsonValue {
  if (Array.isArray(value)) return value.map((inner) => steady(inner, contents));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, JsonValue][] => {
      if (key === 'durationMs') return [];
      if (key !== 'artifactId') return [[key, steady(inner, contents)]];
      const hash = contents.get(String(inner));
      return hash === undefined ? [] : [['sha256', hash]];
    }),
  );
}

/** Beyond this many stored values, sizes are all that is compared. */
const MOST_ASKED = 50;

/** Ids of stored values that only their contents can tell apart: those of the same step and the same size. */
export function alikeInSize(a: Iterable<NodeRun>, b: Iterable<NodeRun>): string[] {
  const right = byLane(b);
  const ids = [...byLane(a)].flatMap(([key, run]) =>
    Object.entries(run.spilled ?? {}).flatMap(([name, { artifactId, bytes }]) => {
      const other = right.get(key)?.spilled?.[name];
      return other?.bytes === bytes ? [artifactId, other.artifactId] : [];
    }),
  );
  return ids.slice(0, MOST_ASKED);
}

/** Milliseconds from start to end; undefined while it runs, or when it never did. */
export function tookMs(
  run: { readonly startedAt?: string | undefined; readonly endedAt?: string | undefined } | undefined,
) {
  if (!run?.startedAt || !run.endedAt) return undefined;
  return Math.max(0, Date.parse(run.endedAt) - Date.parse(run.startedAt));
}

/** Tokens a step used, where it asked a model. */
export function tokensOf(run: NodeRun | undefined): number | undefined {
  const usage = run?.metadata?.usage;
  return isJsonObject(usage) && typeof usage.totalTokens === 'number' ? usage.totalTokens : undefined;
}

export function totalTokens(nodeRuns: Iterable<NodeRun>): number | undefined {
  let total: number | undefined;
  for (const run of nodeRuns) {
    const tokens = tokensOf(run);
    if (tokens !== undefined) total = (total ?? 0) + tokens;
  }
  return total;
}
