import { type Place, type Recorder, stepOf } from './recorder';

/*
 * Timers of node runs. The walker keeps time itself while it holds the run; these wake the run when nobody does.
 * A node run has at most one of each kind, so that setting one anew replaces it.
 */

function timerKey(kind: 'retry' | 'limit', place: Place): string {
  const { nodeId, path } = stepOf(place);
  return `${kind}~${nodeId}~${path}`;
}

export function setRetryTimer(recorder: Recorder, place: Place, afterMs: number): void {
  recorder.journal.timers.push({ key: timerKey('retry', place), kind: 'retry', afterMs });
}

export function clearRetryTimer(recorder: Recorder, place: Place): void {
  recorder.journal.clearedTimers.push(timerKey('retry', place));
}

/** The node's own time limit; only where one is set. */
export function setLimitTimer(recorder: Recorder, place: Place): void {
  const seconds = place.node.node.timeoutSeconds;
  if (seconds === undefined) return;
  recorder.journal.timers.push({ key: timerKey('limit', place), kind: 'limit', afterMs: seconds * 1000 });
}

export function clearLimitTimer(recorder: Recorder, place: Place): void {
  if (place.node.node.timeoutSeconds === undefined) return;
  recorder.journal.clearedTimers.push(timerKey('limit', place));
}
