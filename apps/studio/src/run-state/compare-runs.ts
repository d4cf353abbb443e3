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

/** Sets two runs beside each other, step by step: the last attempt of each node and iteration. */
export function compareRuns(a: Iterable<NodeRun>, b: Iterable<NodeRun>): RunComparison {
  const [left, right] = [byLane(a), byLane(b)];
  const steps = orderOf(left, right).map((key) => compareStep(key, left.get(key), right.get(key)));
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

function compareStep(key: string, a: NodeRun | undefined, b: NodeRun | undefined): ComparedStep {
  const one = (a ?? b)!;
  const input = sameness(a?.input, b?.input);
  const output = sameness(outcomeOf(a), outcomeOf(b));
  const differs = a?.status !== b?.status || input === 'differs' || output === 'differs';
  return { key, nodeId: one.nodeId, path: one.iterationPath ?? [], a, b, input, output, differs };
}

/** What a step led to: its output with the size of what was stored elsewhere, the way it went on, or its error. */
function outcomeOf(run: NodeRun | undefined): JsonValue | undefined {
  if (!run || (run.output === undefined && !run.error)) return undefined;
  const sizes = Object.fromEntries(Object.entries(run.spilled ?? {}).map(([key, { bytes }]) => [key, bytes]));
  return [run.output ?? null, sizes, run.handle ?? null, run.error?.code ?? null];
}

function sameness(a: JsonValue | undefined, b: JsonValue | undefined): Sameness {
  if (a === undefined && b === undefined) return 'none';
  if (a === undefined || b === undefined) return 'differs';
  return canonicalJson(steady(a)) === canonicalJson(steady(b)) ? 'same' : 'differs';
}

/** Fields that are another in every run without anything being different. */
const FLEETING = new Set(['artifactId', 'durationMs']);

/** The value without what differs from run to run by its nature. */
export function steady(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(steady);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (FLEETING.has(key) ? [] : [[key, steady(inner)]])),
  );
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
