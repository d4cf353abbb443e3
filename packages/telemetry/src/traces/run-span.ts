/** A span of a run, a node run or an attempt, when it has ended; exporters turn it into what they send. */
export interface RunSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** Epoch milliseconds, as the events have them. */
  readonly startMs: number;
  readonly endMs: number;
  /** The code of the error it ended with. Messages may quote what should not leave, so they are not here. */
  readonly errorCode?: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}
