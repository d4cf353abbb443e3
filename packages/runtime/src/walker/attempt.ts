import {
  type Artifact,
  CodedError,
  type EffectClass,
  isCodedError,
  type JsonObject,
  type NodeResult,
} from '@weftwork/schema';
import { type ExecutionContext, NodeError, type NodeExecutor } from '../executor';
import type { Clock } from '../ports';

/** How long an executor may take to notice that it was told to stop. */
const STOP_GRACE_MS = 2_000;

export type AttemptEnd =
  | { readonly kind: 'completed'; readonly result: NodeResult }
  | { readonly kind: 'failed'; readonly thrown: unknown }
  /** Stopped by the run before it had an effect that could matter. */
  | { readonly kind: 'cancelled' }
  /** At most once, sent, and no answer seen: nobody knows. */
  | { readonly kind: 'unknown'; readonly message: string };

export interface AttemptLog {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

/** One attempt of an executor: its time limit, its way to be stopped, and how its end is to be read. */
export class Attempt {
  readonly logs: AttemptLog[] = [];
  readonly artifacts: { artifact: Artifact; sha256: string; bytes: number }[] = [];
  readonly ended: Promise<AttemptEnd>;
  private readonly controller = new AbortController();
  private stopped: 'timeout' | 'cancel' | undefined;
  /** Leaves behind an executor that ignores its signal. */
  private leaveBehind: (() => void) | undefined;
  private grace: { cancel(): void } | undefined;

  constructor(
    private readonly spec: {
      readonly executor: NodeExecutor;
      readonly config: JsonObject;
      readonly effectClass: EffectClass;
      readonly timeoutMs: number;
      readonly clock: Clock;
      context(attempt: Attempt, signal: AbortSignal): ExecutionContext;
    },
  ) {
    this.ended = this.run();
  }

  /** Asks the attempt to stop. An at-most-once call may finish within its limit: stopping it would leave a question. */
  cancel(): void {
    if (this.spec.effectClass !== 'atMostOnce') this.stop('cancel');
  }

  /** Drops the attempt without waiting for it: its lease is lost. */
  abandon(): void {
    this.stop('cancel');
  }

  private stop(why: 'timeout' | 'cancel'): void {
    if (this.stopped) return;
    this.stopped = why;
    this.controller.abort(why === 'timeout' ? this.timeoutError() : undefined);
    // Told by whoever stops it: a listener on the signal would cost every attempt more than all else here.
    if (this.leaveBehind) this.grace = this.spec.clock.setTimer(STOP_GRACE_MS, this.leaveBehind);
  }

  private timeoutError(): NodeError {
    const message = `The attempt took longer than its limit of ${this.spec.timeoutMs / 1000} s.`;
    return new NodeError('NODE_TIMEOUT', message, { retryKinds: ['timeout'], outcome: 'unclear' });
  }

  private async run(): Promise<AttemptEnd> {
    const { executor, config, clock, timeoutMs } = this.spec;
    const limit = clock.setTimer(timeoutMs, () => this.stop('timeout'));
    try {
      const context = this.spec.context(this, this.controller.signal);
      const result = await this.orGiveUp(executor.execute(config, context));
      return { kind: 'completed', result };
    } catch (thrown) {
      return this.read(thrown);
    } finally {
      limit.cancel();
      this.leaveBehind = undefined;
      this.grace?.cancel();
    }
  }

  /** An executor that ignores its signal is left behind after a grace period. */
  private orGiveUp(work: Promise<NodeResult>): Promise<NodeResult> {
    return new Promise((resolve, reject) => {
      this.leaveBehind = () => reject(this.timeoutError());
      work.then(resolve, reject);
    });
  }

  private read(thrown: unknown): AttemptEnd {
    const outcome =
      thrown instanceof NodeError ? thrown.outcome : isCodedError(thrown) ? 'answered' : 'unclear';
    const unclear = outcome === 'unclear' || (this.stopped !== undefined && outcome !== 'notSent');
    if (this.spec.effectClass === 'atMostOnce' && unclear) {
      return { kind: 'unknown', message: thrown instanceof Error ? thrown.message : String(thrown) };
    }
    if (this.stopped === 'cancel') return { kind: 'cancelled' };
    if (this.stopped === 'timeout') return { kind: 'failed', thrown: this.timeoutError() };
    return { kind: 'failed', thrown };
  }
}

/** Why an attempt that was taken over too often is given up. */
export function recoveryLimitError(): CodedError {
  return new CodedError(
    'RECOVERY_LIMIT',
    'The process that made this attempt died six times. What it does may be what kills it; look at its input and limits.',
  );
}
