import type { AttemptReport, RunEnd, RunObserver } from '@weftwork/runtime';
import type { NodeType } from '@weftwork/schema';
import {
  ATTEMPT_SECONDS,
  BATCH_RUNS,
  COMMIT_SECONDS,
  Histogram,
  LAG_SECONDS,
  RUN_SECONDS,
} from './histogram';

/**
 * What happened in this process since it started, as plain numbers: an addition each, so that a process nobody scrapes
 * pays next to nothing. `createMetrics` tells them in the words of Prometheus.
 */
export interface Tally extends RunObserver {
  readonly admitted: number;
  readonly claims: number;
  readonly takeovers: number;
  readonly leasesLost: number;
  readonly unknowns: number;
  readonly streams: number;
  readonly runSeconds: Readonly<Record<RunEnd['status'], Histogram>>;
  readonly attemptSeconds: ReadonlyMap<NodeType, Readonly<Record<AttemptReport['outcome'], Histogram>>>;
  readonly commitSeconds: Histogram;
  readonly batchRuns: Histogram;
  readonly lagSeconds: Histogram;
}

export function createTally(): Tally {
  const attemptSeconds = new Map<NodeType, Record<AttemptReport['outcome'], Histogram>>();
  const tally = {
    admitted: 0,
    claims: 0,
    takeovers: 0,
    leasesLost: 0,
    unknowns: 0,
    streams: 0,
    runSeconds: {
      completed: new Histogram(RUN_SECONDS),
      failed: new Histogram(RUN_SECONDS),
      cancelled: new Histogram(RUN_SECONDS),
    },
    attemptSeconds,
    commitSeconds: new Histogram(COMMIT_SECONDS),
    batchRuns: new Histogram(BATCH_RUNS),
    lagSeconds: new Histogram(LAG_SECONDS),

    runAdmitted() {
      tally.admitted += 1;
    },
    runClaimed(_run: unknown, takeover: boolean) {
      tally.claims += 1;
      if (takeover) tally.takeovers += 1;
    },
    runEnded({ status, ms }: RunEnd) {
      tally.runSeconds[status].observe(ms / 1000);
    },
    outcomeUnknown() {
      tally.unknowns += 1;
    },
    leaseLost() {
      tally.leasesLost += 1;
    },
    attemptEnded({ nodeType, outcome, ms }: AttemptReport) {
      let ofType = attemptSeconds.get(nodeType);
      if (!ofType) {
        ofType = attemptHistograms();
        attemptSeconds.set(nodeType, ofType);
      }
      ofType[outcome].observe(ms / 1000);
    },
    commitSent(runs: number, ms: number) {
      tally.batchRuns.observe(runs);
      tally.commitSeconds.observe(ms / 1000);
    },
    streamOpened() {
      tally.streams += 1;
    },
    streamClosed() {
      tally.streams -= 1;
    },
    eventStreamed(lagMs: number) {
      tally.lagSeconds.observe(lagMs / 1000);
    },
  };
  return tally;
}

function attemptHistograms(): Record<AttemptReport['outcome'], Histogram> {
  return {
    completed: new Histogram(ATTEMPT_SECONDS),
    failed: new Histogram(ATTEMPT_SECONDS),
    stopped: new Histogram(ATTEMPT_SECONDS),
  };
}
