import type { ActiveRun } from '@weftwork/engine';
import type { JsonObject } from '@weftwork/schema';
import { failureOf, recordFailure } from '../graph/failure';
import { recordAttemptEnd, recordUnknown } from '../graph/record-attempt';
import { stepOf } from '../graph/recorder';
import { valuesOf } from '../graph/run-values';
import type { StepKey } from '../ports';
import { attemptTimeoutSeconds } from '../workflows/quotas';
import { Attempt, type AttemptEnd, recoveryLimitError } from './attempt';
import { crashPoint } from './crash-points';
import type { AttemptStart, Journal } from './journal';
import type { Walk } from './walk';

/** From the sixth recovery on an attempt is given up. */
const MAX_RECOVERIES = 5;

/** The attempts of one run that this process makes. */
export class Attempts {
  private readonly open = new Map<string, Attempt>();
  private readonly finished: {
    readonly step: StepKey;
    readonly attempt: Attempt;
    readonly end: AttemptEnd;
  }[] = [];

  /** Attempts whose start is not durable yet. */
  private readonly ahead = new Set<string>();

  constructor(private readonly walk: Walk) {}

  /** Attempts under way, or ended and not recorded. */
  get size(): number {
    return this.open.size + this.finished.length;
  }

  /** Makes an attempt whose intent is durable. */
  start(run: ActiveRun, config: JsonObject): void {
    const { host, version, newRun } = this.walk;
    const step = stepOf(run);
    const prepared = version.nodes[run.node.index]!;
    const { timeoutSeconds } = run.node.node;
    const timeoutMs = attemptTimeoutSeconds(timeoutSeconds, version.settings, host.quotas) * 1000;
    const { path } = run.scope;
    crashPoint('before-effect', newRun.runId);
    const attempt = new Attempt({
      executor: prepared.executor!,
      config,
      effectClass: prepared.effectClass!,
      timeoutMs,
      clock: host.clock,
      context: (self, signal) =>
        host.executionContext(newRun, {
          step,
          path,
          origin: this.walk.run.origin,
          signal,
          attempt: self,
          timeoutMs,
        }),
    });
    const key = stepText(step);
    this.open.set(key, attempt);
    void attempt.ended.then((end) => {
      if (this.walk.isOver || this.open.get(key) !== attempt) return;
      crashPoint('after-effect', newRun.runId);
      this.open.delete(key);
      this.finished.push({ step, attempt, end });
      this.walk.pump();
    });
  }

  /** Begins what costs little to make again before its start is durable: that is written behind, like a pure node's. */
  startAhead(journal: Journal): void {
    const isCheap = ({ run }: AttemptStart) => this.walk.version.nodes[run.node.index]!.startsAhead === true;
    const cheap = journal.starts.filter(isCheap);
    journal.starts = journal.starts.filter((start) => !isCheap(start));
    journal.begun.push(...cheap);
    for (const { run, config } of cheap) {
      this.ahead.add(stepText(stepOf(run)));
      this.start(run, config);
    }
  }

  /** The starts of these attempts are durable now. */
  caughtUp(starts: readonly AttemptStart[]): void {
    for (const { run } of starts) this.ahead.delete(stepText(stepOf(run)));
  }

  /** The starts that were not durable were refused: as if those attempts had never been made. */
  forgetAhead(): void {
    for (const key of this.ahead) {
      this.open.get(key)?.abandon();
      this.open.delete(key);
    }
    const kept = this.finished.filter(({ step }) => !this.ahead.has(stepText(step)));
    this.finished.splice(0, this.finished.length, ...kept);
    this.ahead.clear();
  }

  /** Records the attempts that ended since the walker last looked. */
  record(): void {
    for (const ended of this.finished.splice(0)) {
      const run = this.walk.run.findActive(ended.step);
      const isAhead = this.ahead.delete(stepText(ended.step));
      if (run) recordAttemptEnd(this.walk.recorder, run, ended, isAhead ? 'admit' : 'fact');
    }
  }

  /** Asks an attempt to stop; asked again it does nothing. */
  cancel(run: ActiveRun): void {
    this.open.get(stepText(stepOf(run)))?.cancel();
  }

  abandon(): void {
    for (const attempt of this.open.values()) attempt.abandon();
  }

  /** Attempts whose process died: made again where that is safe, otherwise a person is asked. */
  async takeOver(): Promise<void> {
    const { host, newRun, version, epoch } = this.walk;
    for (const run of [...this.walk.run.state.active]) {
      if (run.status !== 'executing') continue;
      const effectClass = version.nodes[run.node.index]!.effectClass!;
      if (effectClass === 'atMostOnce') {
        const message =
          'The process died after this call may have been sent. Nobody knows whether it was done.';
        recordUnknown(this.walk.recorder, run, message);
        continue;
      }
      const recoveries = await host.recordRecovery(newRun.runId, epoch, { ...stepOf(run), effectClass });
      if (this.walk.isOver) return;
      if (recoveries === undefined) {
        this.walk.lose();
        return;
      }
      await this.recover(run, recoveries);
      if (this.walk.isOver) return;
    }
  }

  private async recover(run: ActiveRun, recoveries: number): Promise<void> {
    const { recorder, version } = this.walk;
    if (recoveries > MAX_RECOVERIES) {
      recorder.respond(run);
      recordFailure(recorder, run, failureOf(run, recoveryLimitError()), 'fact', { retry: false });
    } else if (run.scope.stopping) {
      recorder.respond(run);
      recorder.factNode(run, 'node.cancelled', {});
    } else if (await this.walk.holdsFreshLease()) {
      this.start(run, version.nodes[run.node.index]!.resolve!(valuesOf(run.scope)));
    }
  }
}

function stepText(step: StepKey): string {
  return `${step.nodeId}~${step.path}~${step.attempt}`;
}
