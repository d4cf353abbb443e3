import { type Clock, systemClock } from '@weftwork/runtime';

/** Clocks of hosts drift by milliseconds a minute, and are set now and then. */
const FOLLOW_MS = 10_000;
/** Of several readings the quickest says most. */
const READINGS = 3;

/** The time of the database, told by this process. */
export interface DatabaseClock extends Clock {
  /** Reads how far the own clock is off, and goes on doing so. Rejects when the database does not answer. */
  follow(): Promise<void>;
  stop(): void;
}

/**
 * Deadlines and pauses are written as times and compared with the clock of the database, and events of several
 * processes stand in one history: so all of them take their time from there, whatever the clock of their host shows.
 */
export function createDatabaseClock(
  readTime: () => Promise<number>,
  own: Clock = systemClock,
): DatabaseClock {
  let aheadMs = 0;
  let timer: { cancel(): void } | undefined;
  let stopped = false;

  async function measure(): Promise<void> {
    let best: { offMs: number; errorMs: number } | undefined;
    for (let reading = 0; reading < READINGS; reading += 1) {
      const askedAt = own.monotonic();
      const time = await readTime();
      const errorMs = (own.monotonic() - askedAt) / 2;
      const offMs = time - (own.now() - errorMs);
      if (!best || errorMs < best.errorMs) best = { offMs, errorMs };
    }
    // What the way to the database may account for is no difference.
    if (best && Math.abs(best.offMs - aheadMs) > best.errorMs + 1) aheadMs = Math.round(best.offMs);
  }

  function schedule(): void {
    timer = own.setTimer(FOLLOW_MS, () => {
      // While the database is away, what was read last is as good as anything.
      measure()
        .catch(() => {})
        .finally(() => !stopped && schedule());
    });
  }

  return {
    ...own,
    now: () => own.now() + aheadMs,
    async follow() {
      await measure();
      schedule();
    },
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}
