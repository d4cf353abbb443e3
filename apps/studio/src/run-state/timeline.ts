import type { NodeRun, NodeRunStatus } from '../api/types';

/** One bar: an attempt at work, the back-off after it, or a wait for a person. Times are milliseconds since the epoch. */
export interface Bar {
  readonly from: number;
  /** Undefined while it goes on. */
  readonly to: number | undefined;
  readonly kind: 'work' | 'failed' | 'waiting' | 'backoff';
  readonly attempt: number;
}

/** A node in one iteration, with all its attempts. */
export interface Lane {
  readonly key: string;
  readonly nodeId: string;
  readonly iterationPath: readonly number[];
  readonly status: NodeRunStatus;
  readonly attempt: number;
  readonly bars: readonly Bar[];
  readonly skippedBecause: string | undefined;
}

export const laneKey = (nodeId: string, path: readonly number[] | undefined) =>
  `${nodeId}~${(path ?? []).join('.')}`;

/** The timeline of a run out of its node runs: a lane per node and iteration in order of appearance. */
export function timelineOf(nodeRuns: Iterable<NodeRun>): Lane[] {
  const attempts = new Map<string, NodeRun[]>();
  for (const nodeRun of nodeRuns) {
    const key = laneKey(nodeRun.nodeId, nodeRun.iterationPath);
    const known = attempts.get(key);
    if (known) known.push(nodeRun);
    else attempts.set(key, [nodeRun]);
  }
  return [...attempts].map(([key, runs]) => laneOf(key, runs));
}

function laneOf(key: string, unordered: readonly NodeRun[]): Lane {
  const runs = unordered.length === 1 ? unordered : [...unordered].sort((a, b) => a.attempt - b.attempt);
  const last = runs.at(-1)!;
  return {
    key,
    nodeId: last.nodeId,
    iterationPath: last.iterationPath ?? [],
    status: last.status,
    attempt: last.attempt,
    bars: runs.flatMap((run, index) => barsOf(run, runs[index + 1])),
    skippedBecause: last.status === 'skipped' ? (last.reason ?? '') : undefined,
  };
}

const FAILED = new Set<NodeRunStatus>(['failed', 'retrying', 'unknown']);

function barsOf(run: NodeRun, next: NodeRun | undefined): Bar[] {
  const { attempt } = run;
  const from = timeOf(run.startedAt);
  if (from === undefined) return [];
  const waits = timeOf(run.waitingSince);
  const ended = timeOf(run.endedAt) ?? (next && timeOf(next.startedAt));
  const failed = FAILED.has(run.status);
  const bars: Bar[] = [{ from, to: waits ?? ended, kind: failed ? 'failed' : 'work', attempt }];
  if (waits !== undefined) bars.push({ from: waits, to: ended, kind: 'waiting', attempt });
  // Failed for good has nothing after it; else the next attempt has begun, or its time is known.
  const resumes = next ? timeOf(next.startedAt) : undefined;
  if (
    ended !== undefined &&
    waits === undefined &&
    (run.status === 'retrying' || (next && resumes !== ended))
  ) {
    bars.push({ from: ended, to: resumes, kind: 'backoff', attempt });
  }
  return bars;
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
