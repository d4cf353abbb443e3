import type { RunMessage, SettledRun } from '../runtime-api';

/** Bytes by SHA-256, write-once. Durable when `put` returns. */
export interface BlobStore {
  put(bytes: Uint8Array): Promise<{ sha256: string; bytes: number }>;
  get(sha256: string): Promise<Uint8Array | undefined>;
}

/** The walker's only source of time, so that tests own it. Deadlines that others see use the store's clock. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
  setTimer(ms: number, fire: () => void): { cancel(): void };
  /** Once what is under way in this turn is done, and others had theirs. */
  soon(fire: () => void): void;
}

/**
 * Tells workers that a run can move: one of them is to look at it. A hint: the store is the truth and is polled behind
 * it. A wake-up may be lost, come twice or come late.
 */
export interface RunQueue {
  /** Never throws and never waits. */
  notify(runId: string): void;
  /** The wake-ups that this process takes. One counts as in hand until the listener's promise resolves. */
  onNotify(listener: (runId: string) => void | Promise<void>): () => void;
  /** How many runs this process has room for; with 0 it takes no wake-ups and leaves them to others. */
  setRoom(slots: number): void;
  close(): Promise<void>;
}

/** What a process tells the others about a run, after the commit that holds it. */
export type WakeMessage =
  | RunMessage
  /** Somebody who does not walk the run wrote to it: its walker is to read that. */
  | { readonly kind: 'written' }
  /**
   * It is terminal or waits for a person: whoever waits for its answer can read it. The end of a run never changes, so
   * a small one comes along and need not be read.
   */
  | { readonly kind: 'settled'; readonly end?: SettledRun };

/** Tells every process what became of a run, for streams, callers who wait and walkers. A hint as well. */
export interface WakeChannel {
  /** Never throws and never waits. */
  publish(runId: string, message: WakeMessage): void;
  /** What other processes published, not what this one does. */
  onMessage(listener: (runId: string, message: WakeMessage) => void): () => void;
  close(): Promise<void>;
}
