import { type ActiveRun, failLoopRun, retryDue, stopRun } from '@weftwork/engine';
import { CodedError } from '@weftwork/schema';
import { failureOf } from '../graph/failure';
import type { Children } from './children';
import type { Walk } from './walk';

/**
 * The times of one run while a walker holds it: backoffs, limits of loops and children, and the run's own limit.
 * The timers in the store are for when nobody holds it.
 */
export class RunTime {
  private wake: { cancel(): void } | undefined;
  private limit: { cancel(): void } | undefined;
  private since: number;
  private isDue = false;
  private isOverLimit = false;

  constructor(
    private readonly walk: Walk,
    private readonly children: Children,
    /** Milliseconds the run was active before. */
    private activeMs: number,
  ) {
    this.since = walk.host.clock.monotonic();
  }

  stop(): void {
    this.wake?.cancel();
    this.limit?.cancel();
  }

  /** Active milliseconds since the last call. */
  take(): number {
    const passed = Math.round(this.walk.host.clock.monotonic() - this.since);
    this.since += passed;
    this.activeMs += passed;
    return passed;
  }

  /** Milliseconds until the earliest backoff is over: active time that will pass without a walker. */
  backoffAhead(): number {
    const now = this.walk.host.clock.now();
    const due = [...this.walk.run.state.active]
      .filter((run) => run.status === 'retrying')
      .map((run) => run.retryAt ?? now);
    return due.length === 0 ? 0 : Math.max(0, Math.round(Math.min(...due) - now));
  }

  /** Sets the run's own limit, once: while the run is held all time is active. It stands still while nobody does. */
  armLimit(): void {
    if (this.limit) return;
    const { clock } = this.walk.host;
    const seconds = this.walk.version.settings.runTimeoutSeconds;
    const left = seconds * 1000 - this.activeMs - (clock.monotonic() - this.since);
    this.limit = clock.setTimer(Math.max(0, left), () => {
      this.isOverLimit = true;
      this.walk.pump();
    });
  }

  /** Sets the alarm for what is due next. */
  armWake(): void {
    this.wake?.cancel();
    const now = this.walk.host.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const run of this.walk.run.state.active) next = Math.min(next, dueAt(run) - now);
    if (!Number.isFinite(next)) return;
    this.wake = this.walk.host.clock.setTimer(Math.max(0, next), () => {
      this.look();
      this.walk.pump();
    });
  }

  /** Something may be due: the walker is to check when it next turns to the run. */
  look(): void {
    this.isDue = true;
  }

  /** Does what time asks for. */
  check(): void {
    const { state } = this.walk.run;
    if (this.isOverLimit && !state.root.stopping) {
      const seconds = this.walk.version.settings.runTimeoutSeconds;
      const message = `The run was active for longer than settings.runTimeoutSeconds, ${seconds} s.`;
      stopRun(state, { code: 'RUN_TIMEOUT', message });
    }
    if (!this.isDue) return;
    this.isDue = false;
    this.fireDue();
  }

  private fireDue(): void {
    const now = this.walk.host.clock.now();
    for (const run of [...this.walk.run.state.active]) {
      if (dueAt(run) > now) continue;
      if (run.status === 'retrying') retryDue(this.walk.run.state, run);
      else this.fireLimit(run);
    }
  }

  private fireLimit(run: ActiveRun): void {
    if (run.status === 'loop') {
      const error = new CodedError(
        'NODE_TIMEOUT',
        `The loop did not end within ${run.node.node.timeoutSeconds} s.`,
      );
      failLoopRun(this.walk.run.state, run, failureOf(run, error).error);
    } else {
      run.timedOut = true;
      this.children.cancel(run);
    }
  }
}

/** When time does something to a node run, in epoch milliseconds; infinity for never. */
function dueAt(run: ActiveRun): number {
  const never = Number.POSITIVE_INFINITY;
  if (run.status === 'retrying') return run.retryAt ?? never;
  const seconds = run.node.node.timeoutSeconds;
  if (seconds === undefined || run.timedOut || run.scope.stopping || run.loop?.stopping) return never;
  return run.status === 'loop' || run.status === 'child' ? run.startedAt + seconds * 1000 : never;
}
