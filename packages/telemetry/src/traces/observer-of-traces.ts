import type { RunObserver } from '@weftwork/runtime';

const nothing = () => {};

/** An observer that hears of traces alone, which are made of events. */
export function observerOfTraces(traces: NonNullable<RunObserver['traces']>): RunObserver {
  return {
    runAdmitted: nothing,
    runClaimed: nothing,
    runEnded: nothing,
    outcomeUnknown: nothing,
    leaseLost: nothing,
    attemptEnded: nothing,
    commitSent: nothing,
    streamOpened: nothing,
    streamClosed: nothing,
    eventStreamed: nothing,
    traces,
  };
}
