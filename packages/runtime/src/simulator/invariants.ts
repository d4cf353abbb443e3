import { isTerminal, pathText, type RunEvent } from '@weftwork/schema';
import type { SimulatedRun } from './read-runs';

const ENDS_RUN = new Set(['run.completed', 'run.failed', 'run.cancelled']);
const ENDS_ATTEMPT = new Set([
  'node.completed',
  'node.failed',
  'node.retrying',
  'node.cancelled',
  'node.unknown',
]);
const SETTLES_NODE_RUN = new Set(['node.completed', 'node.skipped', 'node.cancelled']);

/** What must hold of every run, whatever happened. Empty when it does. */
export function findViolations(runs: readonly SimulatedRun[]): readonly string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return runs.flatMap((run) =>
    [
      ...brokenNumbers(run),
      ...brokenEnd(run),
      ...repeatedNodeRuns(run.events),
      ...attemptsWithoutEnd(run.events),
      ...(run.error?.code === 'INTERNAL' ? [`it met a defect: ${run.error.message}`] : []),
      ...childrenLeftBehind(run, byId),
    ].map((what) => `run ${run.id} of ${run.workflowId}: ${what}`),
  );
}

/** I3: numbers from 1 to the last without a gap or a double. */
function brokenNumbers({ log, lastSeq }: SimulatedRun): string[] {
  let next = 1;
  for (const { firstSeq, lastSeq: last } of log) {
    if (firstSeq !== next) return [`the log goes on with ${firstSeq} where ${next} was to come`];
    next = last + 1;
  }
  return next === lastSeq + 1 ? [] : [`the row says ${lastSeq} events and the log holds ${next - 1}`];
}

/** I1 and I3: one terminal event, the last, of the status that the row has. */
function brokenEnd({ status, events }: SimulatedRun): string[] {
  const ends = events.filter(({ type }) => ENDS_RUN.has(type));
  if (!isTerminal(status)) return [`it is still ${status}`, ...(ends.length > 0 ? ['yet its log ends'] : [])];
  if (ends.length !== 1) return [`${ends.length} events end it`];
  if (events.at(-1) !== ends[0]) return ['something was written after its end'];
  return ends[0]!.type === `run.${status}` ? [] : [`the row says ${status} and the log ${ends[0]!.type}`];
}

/** I2: a node run is settled once, an attempt started once. */
function repeatedNodeRuns(events: readonly RunEvent[]): string[] {
  const seen = new Set<string>();
  const violations: string[] = [];
  for (const { type, nodeId, iterationPath, attempt } of events) {
    const isStart = type === 'node.started';
    if (nodeId === undefined || (!isStart && !SETTLES_NODE_RUN.has(type))) continue;
    const at = `${nodeId} [${pathText(iterationPath ?? [])}]`;
    const key = isStart ? `${at} attempt ${attempt} started` : `${at} settled`;
    if (seen.has(key)) violations.push(`${key} twice`);
    seen.add(key);
  }
  return violations;
}

/** Whatever was started has a word on how it ended. */
function attemptsWithoutEnd(events: readonly RunEvent[]): string[] {
  const open = new Set<string>();
  for (const { type, nodeId, iterationPath, attempt } of events) {
    const key = `${nodeId} [${pathText(iterationPath ?? [])}] attempt ${attempt}`;
    if (type === 'node.started') open.add(key);
    else if (ENDS_ATTEMPT.has(type)) open.delete(key);
  }
  return [...open].map((key) => `${key} never ended`);
}

/** A parent ends after its children. */
function childrenLeftBehind(run: SimulatedRun, byId: ReadonlyMap<string, SimulatedRun>): string[] {
  const parent = run.parent && byId.get(run.parent.runId);
  if (!parent || !isTerminal(parent.status)) return [];
  if (isTerminal(run.status) && run.endedAt! <= parent.endedAt!) return [];
  return [`its parent ${parent.id} ended before it`];
}
