import { type ActiveRun, type Command, failLoopRun, retryDue, stopRun, waitReasonOf } from '@weftwork/engine';
import {
  CodedError,
  decodeEvents,
  type JsonObject,
  type RunError,
  type RunEvent,
  type RunStatus,
  type RunWarning,
} from '@weftwork/schema';
import { advanceRun, type Outside } from '../advance-run';
import { failureOf, recordFailure } from '../graph/failure';
import { GraphRun } from '../graph/graph-run';
import { admitChild, childRefused, childWanted } from '../graph/perform-child';
import type { PreparedVersion } from '../graph/prepare-version';
import { recordAttemptEnd } from '../graph/record-attempt';
import { Recorder, stepOf } from '../graph/recorder';
import type { ClaimedRun, CommitOutcome, LogRow, NewRun, RunCommit, StepKey } from '../ports';
import { Attempt, recoveryLimitError } from './attempt';
import { crashPoint } from './crash-points';
import { Journal } from './journal';
import type { WalkerHost } from './walker-host';

/** Write-behind: how long pure results may wait for company, and how much of them. */
const FLUSH_MS = 20;
const FLUSH_SIZE = 256 * 1024;
/** Commands carried out before other runs get their turn. */
const BUDGET = 4_000;
/** From the sixth recovery on an attempt is given up. */
const MAX_RECOVERIES = 5;

export interface WalkerEnd {
  readonly status: RunStatus;
  readonly output?: JsonObject;
  readonly error?: RunError;
  readonly warnings: readonly RunWarning[];
  readonly lastSeq: number;
}

/**
 * Walks one run in this process: advances it, commits, starts what the commit admitted, and lets go when the run is
 * terminal or waits. Holds the lease of one epoch; when that is lost it stops at once and writes nothing more.
 */
export class Walker implements Outside {
  readonly runId: string;
  private run: GraphRun;
  private journal = new Journal();
  private recorder: Recorder;
  private readonly attempts = new Map<string, Attempt>();
  /** Children being looked up or asked to cancel, by key. */
  private readonly asked = new Set<string>();
  private readonly cancelled = new Set<string>();
  private pumping = false;
  private again = false;
  private nudged = false;
  private over = false;
  private created: boolean;
  private expectStatus: 'running' | 'cancel_requested' = 'running';
  private flushTimer: { cancel(): void } | undefined;
  private wakeTimer: { cancel(): void } | undefined;
  private limitTimer: { cancel(): void } | undefined;
  private flushDue = false;
  private leaseSentAt: number;
  private activeSince: number;

  constructor(
    private readonly host: WalkerHost,
    private readonly version: PreparedVersion,
    readonly newRun: NewRun,
    private lease: { epoch: number; seq: number; wakeSeq: number },
    private activeMs: number,
    options: { create: boolean },
  ) {
    this.runId = newRun.runId;
    this.created = !options.create;
    this.run = new GraphRun(version, newRun.runId, newRun.input);
    this.recorder = new Recorder(this.run, this.journal, host.clock);
    this.leaseSentAt = host.clock.monotonic();
    this.activeSince = this.leaseSentAt;
    this.armRunLimit();
  }

  get epoch(): number {
    return this.lease.epoch;
  }

  get lastSeq(): number {
    return this.lease.seq;
  }

  /** Whether its row is known to stand. */
  get isStored(): boolean {
    return this.created;
  }

  /** Starts a new run. With `admitFirst` its row is durable before anything is walked. */
  async begin(admitFirst: boolean): Promise<void> {
    this.recorder.admitRun('run.queued', {});
    this.recorder.admitRun('run.started', {});
    if (admitFirst) await this.commit();
    void this.pump();
  }

  /** Goes on with a claimed run: folds its log and takes over what was in flight. */
  async resume(claimed: ClaimedRun): Promise<void> {
    this.foldRows(claimed.log);
    if (claimed.status === 'cancel_requested') this.expectStatus = 'cancel_requested';
    await this.loadMissing();
    if (this.over) return;
    if (this.run.phase === 'queued') this.recorder.admitRun('run.started', {});
    else if (this.run.phase === 'waiting' && this.expectStatus === 'running')
      this.recorder.admitRun('run.resumed', {});
    await this.takeOver(claimed);
    this.fireDue();
    void this.pump();
  }

  /** Somebody wrote to this run: read what it is. */
  nudge(): void {
    this.nudged = true;
    void this.pump();
  }

  /** The lease is gone: abort locally, write nothing. */
  abandon(): void {
    if (this.over) return;
    this.finish();
    for (const attempt of this.attempts.values()) attempt.abandon();
    this.host.onAbandoned(this);
  }

  renewed(sentAt: number): void {
    this.leaseSentAt = sentAt;
  }

  // --- the loop ---

  private async pump(): Promise<void> {
    if (this.pumping) {
      this.again = true;
      return;
    }
    this.pumping = true;
    try {
      do {
        this.again = false;
        await this.turn();
      } while (this.again && !this.over);
    } catch (error) {
      this.host.onTrouble(this, error);
      this.abandon();
    } finally {
      this.pumping = false;
    }
  }

  private async turn(): Promise<void> {
    while (!this.over) {
      if (this.nudged) await this.catchUp();
      if (this.over) return;
      const progress = this.journal.transition ? 'ended' : advanceRun(this.recorder, this, BUDGET);
      if (progress === 'waiting' && this.isIdle()) this.recordWait();
      if (this.mustCommit()) {
        await this.commit();
        continue;
      }
      if (progress !== 'more') break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (!this.over) this.armTimers();
  }

  private isIdle(): boolean {
    return (
      this.attempts.size === 0 &&
      this.asked.size === 0 &&
      !this.again &&
      !this.nudged &&
      this.run.state.executing === 0
    );
  }

  private mustCommit(): boolean {
    return this.journal.isUrgent || this.flushDue || this.journal.size > FLUSH_SIZE;
  }

  /** Nothing moves without the outside: write down why, and let go. */
  private recordWait(): void {
    const reason = waitReasonOf(this.run.state);
    if (reason === undefined) return;
    const waitsForPerson = reason !== 'child' && reason !== 'timer';
    // Winding down: the lease stays until the children have reported.
    if (this.expectStatus === 'cancel_requested' || this.run.state.stoppingScopes > 0) return;
    if (waitsForPerson) this.recorder.admitRun('run.awaiting_input', { waitReason: reason });
    this.journal.transition = { status: waitsForPerson ? 'awaiting_input' : 'running', waitReason: reason };
    this.journal.release = true;
  }

  // --- committing ---

  private async commit(): Promise<void> {
    const batch = this.journal;
    this.journal = new Journal();
    this.recorder = new Recorder(this.run, this.journal, this.host.clock);
    this.flushDue = false;
    this.flushTimer?.cancel();
    this.flushTimer = undefined;
    if (batch.spilled.length > 0) await this.host.storeSpilled(batch.spilled);
    if (this.over) return;
    const commit = this.commitOf(batch);
    const sentAt = this.host.clock.monotonic();
    crashPoint('before-commit', this.runId);
    const outcome = await this.host.commits.submit(commit);
    crashPoint('after-commit', this.runId);
    if (this.over) return;
    await this.accept(batch, outcome, sentAt);
  }

  private commitOf(batch: Journal): RunCommit {
    const now = this.host.clock.monotonic();
    const activeMs = Math.round(now - this.activeSince);
    this.activeSince += activeMs;
    this.activeMs += activeMs;
    const wait = batch.transition?.waitReason === 'timer' ? this.backoffAhead() : 0;
    this.activeMs += wait;
    const admitted = batch.admitted.take();
    return {
      runId: this.runId,
      ...(this.created ? {} : { create: this.newRun }),
      epoch: this.lease.epoch,
      owner: this.host.owner,
      leaseMs: this.host.leaseMs,
      baseSeq: this.lease.seq,
      baseWakeSeq: this.lease.wakeSeq,
      facts: batch.facts.take(),
      admissions: {
        ...admitted,
        intents: batch.intents,
        gates: batch.gates,
        timers: batch.timers,
        children: batch.children,
      },
      expectStatus: this.expectStatus,
      ...(batch.transition ? { transition: batch.transition } : {}),
      requireQuiet: batch.release,
      release: batch.release,
      responses: batch.responses,
      unknowns: batch.unknowns,
      withdrawnGates: batch.withdrawnGates,
      clearedTimers: batch.clearedTimers,
      artifacts: batch.artifacts,
      activeMs: activeMs + wait,
    };
  }

  private backoffAhead(): number {
    let ahead = Number.POSITIVE_INFINITY;
    const now = this.host.clock.now();
    for (const run of this.run.state.active) {
      if (run.status === 'retrying') ahead = Math.min(ahead, (run.retryAt ?? now) - now);
    }
    return Number.isFinite(ahead) ? Math.max(0, Math.round(ahead)) : 0;
  }

  private async accept(batch: Journal, outcome: CommitOutcome, sentAt: number): Promise<void> {
    if (outcome.replayOf || outcome.failure) {
      this.finish();
      this.host.onRefused(this, outcome);
      return;
    }
    if (outcome.result === 'lost') {
      this.abandon();
      return;
    }
    const baseSeq = this.lease.seq;
    this.created = true;
    this.leaseSentAt = sentAt;
    if (outcome.seq >= outcome.firstSeq) this.host.publish(this.runId, outcome.firstSeq);
    if (outcome.result === 'facts') {
      this.lease = { ...this.lease, wakeSeq: outcome.wakeSeq };
      await this.reload();
      return;
    }
    this.lease = { ...this.lease, seq: outcome.seq, wakeSeq: outcome.wakeSeq };
    if (batch.release) {
      this.letGo(batch, outcome);
      return;
    }
    if (outcome.firstSeq > baseSeq + 1 && outcome.seq >= outcome.firstSeq) {
      await this.readBetween(baseSeq, outcome.firstSeq);
    }
    if (this.over) return;
    for (const { child } of batch.children) this.host.onChildAdmitted(child.runId);
    if (batch.gates.length > 0 || batch.timers.length > 0) this.host.onDeadlines();
    if (batch.starts.length > 0 && (await this.leaseIsFresh())) {
      for (const { run, config } of batch.starts) this.startAttempt(run, config);
    }
  }

  private letGo(batch: Journal, outcome: CommitOutcome): void {
    const { transition } = batch;
    this.finish();
    const status = transition?.status ?? outcome.status;
    for (const { child } of batch.children) this.host.onChildAdmitted(child.runId);
    if (batch.gates.length > 0 || batch.timers.length > 0) this.host.onDeadlines();
    this.host.onReleased(this, {
      status,
      ...(transition?.output === undefined ? {} : { output: transition.output }),
      ...(transition?.error === undefined ? {} : { error: transition.error }),
      warnings: transition?.warnings ?? this.run.warnings,
      lastSeq: outcome.seq,
    });
  }

  private finish(): void {
    this.over = true;
    this.flushTimer?.cancel();
    this.wakeTimer?.cancel();
    this.limitTimer?.cancel();
  }

  // --- reading what others wrote ---

  private async catchUp(): Promise<void> {
    this.nudged = false;
    if (!this.created) return;
    const rows = await this.host.readLog(this.runId, this.lease.seq);
    if (this.over) return;
    // What was decided before a cancel must not be admitted after it.
    if (!this.journal.admitted.isEmpty && rows.some(tellsOfCancel)) {
      await this.reload();
      return;
    }
    this.foldRows(rows);
    await this.loadMissing();
  }

  private async readBetween(after: number, before: number): Promise<void> {
    const rows = await this.host.readLog(this.runId, after);
    const foreign = rows.filter((row) => row.lastSeq < before);
    const { seq } = this.lease;
    this.foldRows(foreign);
    this.lease = { ...this.lease, seq };
    await this.loadMissing();
  }

  private foldRows(rows: readonly LogRow[]): void {
    for (const row of rows) {
      for (const event of decodeEvents(row.text)) this.foldForeign(event);
      this.lease = { ...this.lease, seq: Math.max(this.lease.seq, row.lastSeq) };
    }
  }

  private foldForeign(event: RunEvent): void {
    if (event.type === 'run.cancel_requested') this.expectStatus = 'cancel_requested';
    this.run.fold(event);
  }

  /** What was decided does not hold: read the run anew, keep the facts that were not written yet. */
  private async reload(): Promise<void> {
    const kept = this.journal.factsOnly();
    this.lease = { ...this.lease, seq: 0 };
    this.run = new GraphRun(this.version, this.runId, this.newRun.input);
    this.journal = kept;
    this.recorder = new Recorder(this.run, kept, this.host.clock);
    this.foldRows(await this.host.readLog(this.runId, 0));
    await this.loadMissing();
    for (const event of kept.factEvents) this.run.fold(event);
    if (this.run.phase === 'ended') this.abandon();
  }

  private async loadMissing(): Promise<void> {
    const { missing } = this.run;
    while (missing.length > 0) {
      const value = missing.pop()!;
      value.data[value.key] = await this.host.loadSpilled(this.newRun.workspaceId, value.artifactId);
    }
  }

  // --- attempts ---

  /** Past 80 % of the lease nothing new starts before the lease is renewed: another owner may be about to take over. */
  private async leaseIsFresh(): Promise<boolean> {
    const { clock, leaseMs } = this.host;
    if (clock.monotonic() - this.leaseSentAt <= leaseMs * 0.8) return true;
    const renewed = await this.host.renewNow(this);
    if (!renewed) this.abandon();
    return renewed && !this.over;
  }

  private startAttempt(run: ActiveRun, config: JsonObject): void {
    const step = stepOf(this.recorder.placeOf(run));
    const { clock } = this.host;
    const prepared = this.version.nodes[run.node.index]!;
    const seconds = run.node.node.timeoutSeconds ?? this.version.settings.nodeTimeoutSeconds;
    crashPoint('before-effect', this.runId);
    const attempt = new Attempt({
      executor: prepared.executor!,
      config,
      effectClass: prepared.effectClass!,
      timeoutMs: seconds * 1000,
      clock,
      context: (self, signal) =>
        this.host.executionContext(this.newRun, {
          step,
          path: run.scope.path,
          signal,
          attempt: self,
          timeoutMs: seconds * 1000,
        }),
    });
    const key = stepText(step);
    this.attempts.set(key, attempt);
    void attempt.ended.then((end) => {
      if (this.over) return;
      crashPoint('after-effect', this.runId);
      this.attempts.delete(key);
      const current = this.run.findActive(step);
      if (current) recordAttemptEnd(this.recorder, current, attempt, end);
      void this.pump();
    });
  }

  /** Attempts whose process died: run again where that is safe, or ask a person. */
  private async takeOver(claimed: ClaimedRun): Promise<void> {
    for (const effect of claimed.openEffects) {
      const run = this.run.findActive(effect);
      if (!run || run.status !== 'executing') continue;
      const place = this.recorder.placeOf(run);
      if (effect.effectClass === 'atMostOnce') {
        this.journal.unknowns.push(stepOf(place));
        const { error } = failureOf(place, new Error());
        const message =
          'The process died after this call may have been sent. Nobody knows whether it was done.';
        this.recorder.factNode(place, 'node.unknown', {
          error: { ...error, code: 'OUTCOME_UNKNOWN', message },
        });
        continue;
      }
      const recoveries = await this.host.recordRecovery(this.runId, this.lease.epoch, effect);
      if (this.over) return;
      if (recoveries === undefined) {
        this.abandon();
        return;
      }
      if (recoveries > MAX_RECOVERIES) {
        this.journal.responses.push(stepOf(place));
        recordFailure(this.recorder, place, failureOf(place, recoveryLimitError()), 'fact', { retry: false });
        continue;
      }
      if (run.scope.stopping) {
        this.journal.responses.push(stepOf(place));
        this.recorder.factNode(place, 'node.cancelled', {});
        continue;
      }
      const config = this.version.nodes[run.node.index]!.resolve!(run.scope.attached as never);
      this.startAttempt(run, config);
    }
  }

  abortAttempt({ run }: Extract<Command, { kind: 'abortNode' }>): void {
    this.attempts.get(stepText(stepOf(this.recorder.placeOf(run))))?.cancel();
  }

  // --- children ---

  prepareChild(command: Extract<Command, { kind: 'startChild' }>): void {
    const { scope, node, attempt } = command;
    const step = stepOf({ scope, node, attempt });
    const key = `start~${stepText(step)}`;
    if (this.asked.has(key)) return;
    const wanted = childWanted(this.recorder, command);
    if (!wanted) {
      this.again = true;
      return;
    }
    this.asked.add(key);
    void this.host
      .resolveChild(this.newRun, step, wanted)
      .then(
        (child) => {
          if (!this.over && !scope.stopping && this.stillWanted(command))
            admitChild(this.recorder, command, child);
        },
        (thrown: unknown) => {
          if (!this.over && !scope.stopping && this.stillWanted(command))
            childRefused(this.recorder, command, thrown);
        },
      )
      .then(() => {
        this.asked.delete(key);
        void this.pump();
      });
  }

  /** False when the state was read anew meanwhile: then the command was given again or has gone. */
  private stillWanted({ scope }: Extract<Command, { kind: 'startChild' }>): boolean {
    let root = scope;
    while (root.loop) root = root.loop.run.scope;
    return root === this.run.state.root;
  }

  cancelChild({ run }: Extract<Command, { kind: 'cancelChild' }>): void {
    this.askChildToCancel(run);
  }

  private askChildToCancel(run: ActiveRun): void {
    const childRunId = run.childRunId;
    const key = `cancel~${childRunId}`;
    if (childRunId === undefined || this.asked.has(key) || this.cancelled.has(key)) return;
    this.asked.add(key);
    void this.host.cancelChild(this.newRun.workspaceId, childRunId).then(
      () => {
        this.asked.delete(key);
        this.cancelled.add(key);
      },
      (error: unknown) => this.host.onTrouble(this, error),
    );
  }

  // --- time ---

  private armTimers(): void {
    if (!this.journal.isEmpty && !this.flushTimer) {
      this.flushTimer = this.host.clock.setTimer(FLUSH_MS, () => {
        this.flushTimer = undefined;
        this.flushDue = true;
        void this.pump();
      });
    }
    this.armWake();
  }

  /** While it holds the run the walker keeps time itself; the timers in the store are for when it does not. */
  private armWake(): void {
    this.wakeTimer?.cancel();
    const now = this.host.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const run of this.run.state.active) {
      const due = dueAt(run);
      if (due !== undefined) next = Math.min(next, due - now);
    }
    if (!Number.isFinite(next)) return;
    this.wakeTimer = this.host.clock.setTimer(Math.max(0, next), () => {
      this.fireDue();
      void this.pump();
    });
  }

  private fireDue(): void {
    const now = this.host.clock.now();
    for (const run of [...this.run.state.active]) {
      const due = dueAt(run);
      if (due === undefined || due > now) continue;
      if (run.status === 'retrying') retryDue(this.run.state, run);
      else this.fireLimit(run);
    }
  }

  private fireLimit(run: ActiveRun): void {
    if (run.scope.stopping) return;
    const seconds = run.node.node.timeoutSeconds;
    if (run.status === 'loop') {
      const error = new CodedError('NODE_TIMEOUT', `The loop did not end within ${seconds} s.`);
      failLoopRun(this.run.state, run, failureOf(this.recorder.placeOf(run), error).error);
    } else if (run.status === 'child') {
      run.timedOut = true;
      this.askChildToCancel(run);
    }
  }

  private armRunLimit(): void {
    const left = this.version.settings.runTimeoutSeconds * 1000 - this.activeMs;
    this.limitTimer = this.host.clock.setTimer(Math.max(0, left), () => {
      const seconds = this.version.settings.runTimeoutSeconds;
      stopRun(this.run.state, {
        code: 'RUN_TIMEOUT',
        message: `The run was active for longer than settings.runTimeoutSeconds, ${seconds} s.`,
      });
      void this.pump();
    });
  }
}

function dueAt(run: ActiveRun): number | undefined {
  if (run.status === 'retrying') return run.retryAt;
  const seconds = run.node.node.timeoutSeconds;
  if (seconds === undefined || run.timedOut || run.scope.stopping) return undefined;
  if (run.status === 'loop' && run.loop?.stopping) return undefined;
  return run.status === 'loop' || run.status === 'child' ? run.startedAt + seconds * 1000 : undefined;
}

function tellsOfCancel(row: LogRow): boolean {
  return decodeEvents(row.text).some((event) => event.type === 'run.cancel_requested');
}

function stepText(step: StepKey): string {
  return `${step.nodeId}~${step.path}~${step.attempt}`;
}
