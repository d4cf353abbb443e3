import { isCodedError } from '@weftwork/schema';
import type { Clock } from './ports';

/** Nothing is due: look again after this long, since another process may have written. */
const DEFAULT_POLL_MS = 1_000;
/** Signals live for days: looking for old ones more often helps nobody. */
const PURGE_MS = 60_000;
/** Timers fire within 250 ms; looking more often than this helps nobody. */
const SOONEST_MS = 5;

/** Keeps time for what the store holds: gates, timers, runs nobody walks, children nobody reported. */
export class Sweeper {
  private readonly pollMs: number;
  private timer: { cancel(): void } | undefined;
  private stopped = false;
  private sweeping = false;
  private again = false;
  private lastRound = Number.NEGATIVE_INFINITY;
  private lastPurge = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly parts: {
      readonly clock: Clock;
      readonly pollMs?: number | undefined;
      expireGates(): Promise<number | undefined>;
      wakeTimers(): Promise<{ woken: number; nextInMs?: number }>;
      claim(): void;
      reportChildren(): Promise<void>;
      /** To gates whose process died before it did so. */
      offerSignals(): Promise<unknown>;
      purgeSignals(): Promise<void>;
      /** Another process may have set some. */
      readLimits(): Promise<void>;
      trouble(where: string, error: unknown): void;
    },
  ) {
    this.pollMs = parts.pollMs ?? DEFAULT_POLL_MS;
  }

  start(): void {
    this.look();
  }

  stop(): void {
    this.stopped = true;
    this.timer?.cancel();
  }

  /** Something with a deadline was written, or something can move. */
  look(): void {
    if (this.stopped) return;
    if (this.sweeping) {
      this.again = true;
      return;
    }
    this.timer?.cancel();
    this.timer = this.parts.clock.setTimer(SOONEST_MS, () => void this.sweep());
  }

  /** One row that makes a part fail again and again must not keep every run of the installation from being claimed. */
  private async part<T>(where: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // The store is away: so it is for the other parts.
      if (isCodedError(error) && error.kind === 'transient') throw error;
      this.parts.trouble(where, error);
      return undefined;
    }
  }

  private async sweep(): Promise<void> {
    this.sweeping = true;
    let next = this.pollMs;
    try {
      const gates = await this.part('closing gates that are due', this.parts.expireGates);
      const timers = await this.part('waking runs whose timers are due', this.parts.wakeTimers);
      next = Math.min(next, gates ?? this.pollMs, timers?.nextInMs ?? this.pollMs);
      const now = this.parts.clock.monotonic();
      const round = now - this.lastRound >= this.pollMs * 0.9;
      if (round) {
        this.lastRound = now;
        await this.part('reporting children', this.parts.reportChildren);
        await this.part('offering signals', this.parts.offerSignals);
        await this.part('reading the limits', this.parts.readLimits);
      }
      if (round || (timers && timers.woken > 0)) this.parts.claim();
      if (now - this.lastPurge >= PURGE_MS) {
        this.lastPurge = now;
        await this.part('forgetting old signals', this.parts.purgeSignals);
      }
    } catch (error) {
      this.parts.trouble('sweeping', error);
    }
    this.sweeping = false;
    if (this.stopped) return;
    const soon = this.again;
    this.again = false;
    this.timer = this.parts.clock.setTimer(
      soon ? SOONEST_MS : Math.max(SOONEST_MS, next),
      () => void this.sweep(),
    );
  }
}
