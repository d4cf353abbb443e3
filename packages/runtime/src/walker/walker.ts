import { type Command, waitReasonOf } from '@weftwork/engine';
import { isCodedError } from '@weftwork/schema';
import { advanceRun, type Outside } from '../advance-run';
import type { GraphRun } from '../graph/graph-run';
import type { PreparedVersion } from '../graph/prepare-version';
import type { Recorder } from '../graph/recorder';
import type { ClaimedRun, NewRun } from '../ports';
import { Attempts } from './attempts';
import { Children } from './children';
import { defectOf, endCommit } from './end-commit';
import { FoldedRun, tellsOfCancel } from './folded-run';
import { HeldLease } from './held-lease';
import { Journal } from './journal';
import { RunTime } from './run-time';
import { RunWriter, type Written } from './run-writer';
import { type Walk, walkerEnd } from './walk';
import type { WalkerHost } from './walker-host';

/** Commands carried out before other runs get their turn. */
const BUDGET = 4_000;

/**
 * Walks one run in this process: advances it, commits, starts what the commit admitted, and lets go when the run is
 * terminal or waits. Holds the lease of one epoch; when that is lost it stops at once and writes nothing more.
 * At most one commit is under way; what happens meanwhile goes into the next journal.
 */
export class Walker implements Outside, Walk {
  readonly runId: string;
  isOver = false;
  /** A caller waits for the end of this run, and is told of nothing before it. */
  isAwaited = false;
  private readonly attempts: Attempts;
  private readonly children: Children;
  private readonly time: RunTime;
  private readonly known: FoldedRun;
  private readonly writer: RunWriter;
  /** True until the run is begun or resumed: a nudge meanwhile must wait. */
  private pumping = true;
  private again = false;
  private leaving = false;
  private nudged = false;
  private readonly lease: HeldLease;

  constructor(
    readonly host: WalkerHost,
    readonly version: PreparedVersion,
    readonly newRun: NewRun,
    options: {
      readonly epoch: number;
      readonly wakeSeq: number;
      readonly stored: boolean;
      readonly activeMs: number;
      /** When the claim was sent, or a new run begun; monotonic. */
      readonly leaseSentAt: number;
    },
  ) {
    this.runId = newRun.runId;
    this.known = new FoldedRun(host, version, newRun);
    this.lease = new HeldLease(host, options.epoch, options.wakeSeq, options.leaseSentAt);
    this.attempts = new Attempts(this);
    this.children = new Children(this);
    this.time = new RunTime(this, this.children, options.activeMs);
    this.writer = new RunWriter(this, this.known, this.lease, this.time, options.stored);
  }

  get run(): GraphRun {
    return this.known.run;
  }

  get recorder(): Recorder {
    return this.writer.recorder;
  }

  get epoch(): number {
    return this.lease.epoch;
  }

  get lastSeq(): number {
    return this.known.seq;
  }

  /** Somebody wrote to the run and it was not read: after it was let go, a claim must. */
  get wasNudged(): boolean {
    return this.nudged;
  }

  /** Whether its row is known to stand. */
  get isStored(): boolean {
    return this.writer.isStored;
  }

  /** Starts a new run. With `admitFirst` its row is durable before anything is walked. */
  async begin(admitFirst: boolean): Promise<void> {
    this.recorder.admitRun('run.queued', { ...this.newRun.origin });
    this.recorder.admitRun('run.started', {});
    try {
      if (admitFirst) await this.commit();
    } catch (error) {
      this.abandon();
      throw error;
    }
    this.start();
  }

  /** Goes on with a claimed run: folds its log and takes over what was in flight. */
  async resume(claimed: ClaimedRun): Promise<void> {
    await this.known.restore(claimed);
    this.writer.begin(new Journal());
    if (this.isOver) return;
    const { phase } = this.run;
    if (phase === 'queued') this.recorder.admitRun('run.started', {});
    else if (phase === 'waiting' && !this.isCancelled) this.recorder.admitRun('run.resumed', {});
    await this.attempts.takeOver();
    this.time.look();
    this.start();
  }

  private start(): void {
    this.pumping = false;
    this.pump();
  }

  /** Somebody wrote to this run: read what it is. */
  nudge(): void {
    this.nudged = true;
    this.pump();
  }

  /** The process stops: begin nothing more, and let go once what is in flight has been answered. */
  leave(): void {
    this.leaving = true;
    this.pump();
  }

  /** The lease is gone: abort locally, write nothing. */
  abandon(): void {
    if (this.isOver) return;
    this.finish();
    this.attempts.abandon();
    this.host.onAbandoned(this);
  }

  /** The store says so: the lease was over, or another owner has the run. */
  lose(): void {
    if (this.isOver) return;
    this.abandon();
    this.host.onLost(this);
  }

  renewed(sentAt: number): void {
    this.lease.renewed(sentAt);
  }

  async holdsFreshLease(): Promise<boolean> {
    if (this.lease.isFresh) return true;
    const renewed = await this.host.renewNow(this);
    if (!renewed) this.abandon();
    return renewed && !this.isOver;
  }

  // --- the loop ---

  pump(): void {
    if (this.isOver) return;
    this.again = true;
    if (!this.pumping) void this.turnUntilQuiet();
  }

  private async turnUntilQuiet(): Promise<void> {
    this.pumping = true;
    try {
      while (this.again && !this.isOver) {
        this.again = false;
        await this.turn();
      }
    } catch (error) {
      this.host.onTrouble(this.runId, error);
      await this.giveUp(error);
    } finally {
      this.pumping = false;
    }
  }

  /** The store being away is no fault of the run: a claim goes on. Anything else would go wrong again: the run ends. */
  private async giveUp(cause: unknown): Promise<void> {
    if (this.isOver) return;
    const wasIdle = this.attempts.size === 0;
    this.attempts.abandon();
    if (isCodedError(cause) && cause.kind === 'transient') {
      this.abandon();
      if (wasIdle) this.host.onGivenUp(this);
      return;
    }
    const error = defectOf('The run met a defect of the runtime', cause);
    const cancelled = this.isCancelled;
    const facts = this.writer.journal.facts.take();
    const commit = endCommit(this.writer.fence(), { cancelled, error, now: this.host.clock.now(), facts });
    const outcome = await this.host.commits.submit(commit).catch(() => undefined);
    if (this.isOver) return;
    if (outcome?.result !== 'all') {
      this.abandon();
      return;
    }
    this.finish();
    this.host.publish(this.runId, outcome.firstSeq);
    const { status, seq: lastSeq } = outcome;
    this.host.onReleased(this, { status, error, warnings: [], lastSeq, needsPerson: false });
  }

  private async turn(): Promise<void> {
    while (!this.isOver) {
      if (this.nudged) await this.catchUp();
      if (this.isOver) return;
      // What came in while something was awaited is recorded here only, on a state that nobody is reading anew.
      this.attempts.record();
      this.children.record();
      this.time.check();
      const progress = this.leaving ? 'waiting' : advanceRun(this.recorder, this, BUDGET);
      const { journal } = this.writer;
      if (this.mayStartAhead()) this.attempts.startAhead(journal);
      if (this.leaving) journal.release = this.attempts.size === 0 && this.children.pending === 0;
      else if (progress === 'waiting' && this.isIdle()) this.recordWait();
      if (this.writer.isDue) {
        await this.commit();
        continue;
      }
      if (progress !== 'more') break;
      await new Promise<void>((resolve) => this.host.clock.soon(resolve));
    }
    if (this.isOver) return;
    this.writer.armFlush();
    this.time.armWake();
    this.time.armLimit();
  }

  /** Where nobody was told of anything yet but that the run is durable; after a crash all goes by the book. */
  private mayStartAhead(): boolean {
    const isFirstWalk = this.isStored && this.epoch === 1;
    return this.isAwaited && isFirstWalk && this.writer.journal.starts.length > 0 && this.lease.isFresh;
  }

  private isIdle(): boolean {
    return (
      this.attempts.size === 0 &&
      this.children.pending === 0 &&
      // A signal may have come before its gate: the run waits only when it was not so.
      !this.writer.journal.gates.some(({ signal }) => signal) &&
      this.run.state.executing === 0 &&
      !this.again &&
      !this.nudged
    );
  }

  /** Nothing moves without the outside: write down why, and let go. */
  private recordWait(): void {
    const reason = waitReasonOf(this.run.state);
    if (reason === undefined) return;
    // Winding down: the lease stays until the children have reported.
    if (this.isCancelled || this.run.state.stoppingScopes > 0) return;
    const waitsForPerson = reason !== 'child' && reason !== 'timer';
    if (waitsForPerson) this.recorder.admitRun('run.awaiting_input', { waitReason: reason });
    const { journal } = this.writer;
    journal.transition = { status: waitsForPerson ? 'awaiting_input' : 'running', waitReason: reason };
    journal.release = true;
  }

  // --- what a commit's answer means ---

  private async commit(): Promise<void> {
    const written = await this.writer.write();
    if (written && !this.isOver) await this.accept(written);
  }

  private async accept({ batch, outcome, baseSeq }: Written): Promise<void> {
    // What cannot be written would not be written the next time either.
    if (outcome.failure && this.isStored) throw outcome.failure;
    if (outcome.replayOf || outcome.failure) {
      this.finish();
      this.attempts.abandon();
      this.host.onRefused(this, outcome);
      return;
    }
    if (outcome.result === 'lost') {
      this.lose();
      return;
    }
    const wrote = outcome.seq >= outcome.firstSeq;
    if (wrote) this.host.publish(this.runId, outcome.firstSeq);
    if (outcome.result === 'facts') {
      await this.readAnew();
      return;
    }
    this.known.seq = outcome.seq;
    if (!batch.release && wrote && outcome.firstSeq > baseSeq + 1) {
      await this.known.foldBetween(baseSeq, outcome.firstSeq);
    }
    if (batch.gates.length + batch.timers.length + batch.children.length > 0) await this.tellOf(batch);
    if (this.isOver) return;
    this.attempts.caughtUp(batch.begun);
    if (batch.release) {
      this.finish();
      this.host.onReleased(this, walkerEnd(batch, outcome, this.run));
    } else if (batch.starts.length > 0 && (await this.holdsFreshLease())) {
      for (const { run, config } of batch.starts) this.attempts.start(run, config);
    }
  }

  /** Others have something to do with what this commit admitted. */
  private async tellOf({ children, gates, timers }: Journal): Promise<void> {
    if (this.isOver) return;
    for (const { child } of children) this.host.onChildAdmitted(child.runId);
    if (gates.length > 0 || timers.length > 0) this.host.onDeadlines();
    if (gates.some(({ signal }) => signal) && (await this.host.offerSignals(this.runId))) this.nudged = true;
  }

  private finish(): void {
    this.isOver = true;
    this.writer.stop();
    this.time.stop();
  }

  // --- reading what others wrote ---

  private get isCancelled(): boolean {
    return this.known.expectStatus === 'cancel_requested';
  }

  private async catchUp(): Promise<void> {
    this.nudged = false;
    if (!this.isStored) return;
    const rows = await this.known.readNew();
    if (this.isOver) return;
    // What was decided before a cancel must not be admitted after it.
    if (!this.writer.journal.admitted.isEmpty && rows.some(tellsOfCancel)) await this.readAnew();
    else await this.known.fold(rows);
  }

  /** What was decided does not hold: read the run anew, keep the facts that were not written yet. */
  private async readAnew(): Promise<void> {
    const kept = this.writer.journal.factsOnly();
    this.attempts.forgetAhead();
    await this.known.readAnew(kept.factEvents);
    this.writer.begin(kept);
    this.time.look();
    if (this.run.phase === 'ended') this.abandon();
  }

  // --- what is answered later ---

  abortAttempt({ run }: Extract<Command, { kind: 'abortNode' }>): void {
    this.attempts.cancel(run);
  }

  prepareChild(command: Extract<Command, { kind: 'startChild' }>): void {
    this.children.prepare(command);
  }

  cancelChild({ run }: Extract<Command, { kind: 'cancelChild' }>): void {
    this.children.cancel(run);
  }
}
