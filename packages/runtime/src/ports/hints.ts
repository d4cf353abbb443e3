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

/** Tells workers that a run can move. A hint: the store is the truth and is polled behind it. */
export interface RunQueue {
  notify(runId: string): void;
  onNotify(listener: (runId: string) => void): () => void;
  close(): Promise<void>;
}

/** Tells streams that a run has new committed events. A hint as well. */
export interface WakeChannel {
  publish(runId: string, seq: number): void;
  subscribe(runId: string, listener: (seq: number) => void): () => void;
  close(): Promise<void>;
}
