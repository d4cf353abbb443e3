import { setTimeout as sleep } from 'node:timers/promises';
import { isCodedError } from '@weftwork/schema';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

export interface WaitOptions {
  /** After so long it is given up. */
  readonly withinMs: number;
  /** Told of each failure, with what is left of the time. */
  onWait(error: Error, leftMs: number): void;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does `work` again and again while the database is away or still starting. What waiting does not mend is thrown at
 * once, and what it did not mend in time, at the end.
 */
export async function whenAvailable<T>(work: () => Promise<T>, options: WaitOptions): Promise<T> {
  const until = performance.now() + options.withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    options.signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const leftMs = until - performance.now();
      if (!isCodedError(error) || error.kind !== 'transient' || leftMs <= 0) throw error;
      options.onWait(error, leftMs);
      await sleep(Math.min(pauseMs, leftMs), undefined, { signal: options.signal });
    }
  }
}
