import { Recorder } from '../graph/recorder';
import type { CommitOutcome, RunCommit } from '../ports';
import { crashPoint } from './crash-points';
import type { FoldedRun } from './folded-run';
import type { HeldLease } from './held-lease';
import { type CommitFence, Journal } from './journal';
import type { RunTime } from './run-time';
import type { Walk } from './walk';

/** Write-behind: how long pure results may wait for company, and how much of them. */
const FLUSH_MS = 20;
const FLUSH_SIZE = 256 * 1024;

/** A journal as it was sent, the last event known then, and what the store answered. */
export interface Written {
  readonly batch: Journal;
  readonly baseSeq: number;
  readonly outcome: CommitOutcome;
}

/**
 * The writing side of a walker: the journal that collects what is to be committed next, when that is due, and the commit
 * that carries it under the lease. What an answer means for the run is the walker's business.
 */
export class RunWriter {
  journal = new Journal();
  recorder: Recorder;
  private flushTimer: { cancel(): void } | undefined;
  private flushDue = false;

  constructor(
    private readonly walk: Walk,
    private readonly known: FoldedRun,
    private readonly lease: HeldLease,
    private readonly time: RunTime,
    /** Whether the row of the run is known to stand. */
    public isStored: boolean,
  ) {
    this.recorder = new Recorder(known.run, this.journal, walk.host.clock);
  }

  /** Goes on with this journal, on the state as it is known now. */
  begin(journal: Journal): void {
    this.journal = journal;
    this.recorder = new Recorder(this.known.run, journal, this.walk.host.clock);
  }

  /** Something waits for the commit, or what is written behind has waited long enough or grown large. */
  get isDue(): boolean {
    return this.journal.isUrgent || this.flushDue || this.journal.size > FLUSH_SIZE;
  }

  /** Pure results wait for company, but not for long. */
  armFlush(): void {
    if (this.journal.isEmpty || this.flushTimer) return;
    this.flushTimer = this.walk.host.clock.setTimer(FLUSH_MS, () => {
      this.flushTimer = undefined;
      this.flushDue = true;
      this.walk.pump();
    });
  }

  stop(): void {
    this.flushTimer?.cancel();
  }

  /** Sends the journal and begins the next one; undefined when the walk was over before it was sent. */
  async write(): Promise<Written | undefined> {
    const { host, newRun } = this.walk;
    const batch = this.journal;
    this.begin(new Journal());
    this.flushDue = false;
    this.flushTimer?.cancel();
    this.flushTimer = undefined;
    if (batch.spilled.length > 0) await host.storeSpilled(batch.spilled);
    if (this.walk.isOver) return undefined;
    const sentAt = host.clock.monotonic();
    const baseSeq = this.known.seq;
    crashPoint('before-commit', newRun.runId);
    const outcome = await host.commits.submit(this.commitOf(batch));
    crashPoint('after-commit', newRun.runId);
    if (outcome.result !== 'lost') {
      this.isStored = true;
      this.lease.renewed(sentAt);
      this.lease.wakeSeq = outcome.wakeSeq;
    }
    return { batch, baseSeq, outcome };
  }

  private commitOf(batch: Journal): RunCommit {
    const events = batch.facts.events + batch.admitted.events;
    const ahead = batch.transition?.waitReason === 'timer' ? this.time.backoffAhead() : 0;
    return batch.commit(this.fence(), {
      expectStatus: this.known.expectStatus,
      activeMs: this.time.take() + ahead,
      snapshot: batch.transition?.waitReason ? this.known.snapshot(events) : undefined,
    });
  }

  fence(): CommitFence {
    const { host, newRun } = this.walk;
    return {
      runId: newRun.runId,
      create: this.isStored ? undefined : newRun,
      epoch: this.lease.epoch,
      owner: host.owner,
      leaseMs: host.leaseMs,
      baseSeq: this.known.seq,
      baseWakeSeq: this.lease.wakeSeq,
    };
  }
}
