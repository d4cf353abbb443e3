import type { RunObserver } from '../ports';

/** Tells several observers, in order. At most one of them traces. Undefined when there is none. */
export function combineObservers(given: readonly (RunObserver | undefined)[]): RunObserver | undefined {
  const observers = given.filter((observer) => observer !== undefined);
  if (observers.length < 2) return observers[0];
  const traces = observers.find((observer) => observer.traces)?.traces;
  return {
    runAdmitted(run) {
      for (const observer of observers) observer.runAdmitted(run);
    },
    runClaimed(run, takeover) {
      for (const observer of observers) observer.runClaimed(run, takeover);
    },
    runEnded(end) {
      for (const observer of observers) observer.runEnded(end);
    },
    outcomeUnknown(runId, step) {
      for (const observer of observers) observer.outcomeUnknown(runId, step);
    },
    leaseLost(runId) {
      for (const observer of observers) observer.leaseLost(runId);
    },
    attemptEnded(attempt) {
      for (const observer of observers) observer.attemptEnded(attempt);
    },
    commitSent(runs, ms) {
      for (const observer of observers) observer.commitSent(runs, ms);
    },
    streamOpened() {
      for (const observer of observers) observer.streamOpened();
    },
    streamClosed() {
      for (const observer of observers) observer.streamClosed();
    },
    eventStreamed(lagMs) {
      for (const observer of observers) observer.eventStreamed(lagMs);
    },
    ...(traces ? { traces } : {}),
  };
}
