import { decodeEvents, isTerminal, nodeRunId, type RunEvent, type RunStatus } from '@weftwork/schema';
import type { LogRow } from '../ports';

/** A run as its log and its row tell of it. */
export interface WatchedRun {
  readonly id: string;
  readonly status: RunStatus;
  readonly lastSeq: number;
  readonly events: readonly RunEvent[];
  /** Places where the rows of the log do not follow each other, or hold more or less than they say. */
  readonly gaps: readonly string[];
}

export function watchedRun(
  { id, status, lastSeq }: Pick<WatchedRun, 'id' | 'status' | 'lastSeq'>,
  log: readonly LogRow[],
): WatchedRun {
  const gaps: string[] = [];
  const events: RunEvent[] = [];
  for (const row of log) {
    if (row.firstSeq !== events.length + 1)
      gaps.push(`a row of the log begins with ${row.firstSeq} after ${events.length} events`);
    const own = decodeEvents(row.text);
    if (own.length !== row.lastSeq - row.firstSeq + 1)
      gaps.push(`the row ${row.firstSeq}..${row.lastSeq} holds ${own.length} events`);
    events.push(...own);
  }
  return { id, status, lastSeq, events, gaps };
}

/** How often the outside was really called, by the id of the node run (`node~path~attempt`). */
export type CallCounts = ReadonlyMap<string, number>;

const ENDS: readonly string[] = [
  'node.completed',
  'node.failed',
  'node.skipped',
  'node.cancelled',
  'node.retrying',
];
const TERMINAL: readonly string[] = ['run.completed', 'run.failed', 'run.cancelled'];
/** What may not begin once a run is to be cancelled. */
const BEGINNINGS: readonly string[] = ['node.started', 'child.started', 'gate.opened'];

/**
 * What is wrong with the log of a run, in words; nothing when it is right. Every node run started and ended once
 * (I2), numbers without a gap and one terminal event, the last (I3), nothing left open by a terminal run, and nothing
 * begun after a cancel.
 */
export function logViolations(run: WatchedRun): string[] {
  const { events, status, lastSeq } = run;
  const wrong = [...run.gaps];
  if (events.length !== lastSeq)
    wrong.push(`${events.length} events stand in the log, the run counts ${lastSeq}`);
  const terminal = events.filter(({ type }) => TERMINAL.includes(type)).map(({ type }) => type);
  if (isTerminal(status)) {
    if (terminal.length !== 1 || events.at(-1)?.type !== `run.${status}`)
      wrong.push(`${status}, with [${terminal}] in the log and ${events.at(-1)?.type} last`);
  } else if (terminal.length > 0) wrong.push(`${status}, with ${terminal} in the log`);
  wrong.push(...doubles(events, 'node.started'), ...doubles(events, 'node.unknown'), ...doubleEnds(events));
  if (isTerminal(status)) wrong.push(...leftOpen(run));
  const cancelled = events.findIndex(({ type }) => type === 'run.cancel_requested');
  if (cancelled >= 0)
    for (const event of events.slice(cancelled).filter(({ type }) => BEGINNINGS.includes(type)))
      wrong.push(`${event.type} of ${stepOf(event)} after the cancel`);
  return wrong;
}

/**
 * What is wrong between a log and the outside (I4): an at-most-once node run was called more than once, or completed by
 * itself without exactly one call, or was called and left no trace in the log.
 */
export function callViolations(run: WatchedRun, calls: CallCounts): string[] {
  const { events } = run;
  const wrong: string[] = [];
  const steps = (type: string) => new Set(events.filter((event) => event.type === type).map(stepOf));
  const [started, unknown, completed] = [
    steps('node.started'),
    steps('node.unknown'),
    steps('node.completed'),
  ];
  for (const [step, count] of calls) {
    if (count > 1) wrong.push(`${step} was called ${count} times`);
    if (!started.has(step)) wrong.push(`${step} was called without an intent`);
    else if (
      isTerminal(run.status) &&
      !completed.has(step) &&
      !unknown.has(step) &&
      !events.some((event) => ENDS.includes(event.type) && stepOf(event) === step)
    )
      wrong.push(`${step} was called, and nothing tells what became of it`);
  }
  return wrong;
}

/** At-most-once nodes that completed without a person's word and that the outside does not know. */
export function uncalledCompletions(
  run: WatchedRun,
  calls: CallCounts,
  isWatched: (nodeId: string) => boolean,
): string[] {
  const unknown = new Set(run.events.filter(({ type }) => type === 'node.unknown').map(stepOf));
  return run.events
    .filter(
      (event) => event.type === 'node.completed' && event.nodeId !== undefined && isWatched(event.nodeId),
    )
    .map(stepOf)
    .filter((step) => !unknown.has(step) && !calls.has(step))
    .map((step) => `${step} completed without a call`);
}

function stepOf(event: RunEvent): string {
  return nodeRunId(event.nodeId ?? '', event.iterationPath ?? [], event.attempt ?? 1);
}

function doubles(events: readonly RunEvent[], ...types: string[]): string[] {
  const counts = new Map<string, number>();
  for (const event of events)
    if (types.includes(event.type)) counts.set(stepOf(event), (counts.get(stepOf(event)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([step, count]) => `${step} has ${count} of ${types.join(', ')}`);
}

/** An attempt ends once; one that is to be made again may still be cancelled before it is. */
function doubleEnds(events: readonly RunEvent[]): string[] {
  const ends = ENDS.filter((type) => type !== 'node.retrying');
  const final = ends.filter((type) => type !== 'node.cancelled');
  return [
    ...doubles(events, ...ends),
    ...doubles(
      events.filter(({ type }) => type !== 'node.cancelled'),
      'node.retrying',
      ...final,
    ),
  ];
}

/** Node runs that started and did not end. Where a run failed or was cancelled, an unknown outcome may stay one. */
function leftOpen({ events, status }: WatchedRun): string[] {
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'node.started') open.add(stepOf(event));
    const ends = ENDS.includes(event.type) || event.type === 'node.settled';
    if (ends || (event.type === 'node.unknown' && status !== 'completed')) open.delete(stepOf(event));
  }
  return [...open].map((step) => `${step} was left open`);
}
