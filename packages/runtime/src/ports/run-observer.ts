import type { NodeType, RunError, RunEvent } from '@weftwork/schema';
import type { NewRun, StepKey } from './run-store';

/*
 * What happens in a process, told to whoever counts, traces or logs it. Nothing is told before the commit that holds
 * it. A runtime without an observer wraps nothing and so pays nothing. Every method is called on the hot path: it must
 * return at once and must not throw.
 */

/** A run that came to its end by a commit of this process. */
export interface RunEnd {
  readonly runId: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly error?: RunError;
  /** Since it was created, waiting included. */
  readonly ms: number;
}

/** One attempt of an executor. `stopped`: at its time limit, by a cancel, or because the lease was lost. */
export interface AttemptReport extends StepKey {
  readonly runId: string;
  readonly nodeType: NodeType;
  readonly ms: number;
  readonly outcome: 'completed' | 'failed' | 'stopped';
}

/** Where a run comes from: fixed when it is admitted, written in its first event, and so known to every walker. */
export interface RunOrigin {
  /** The span that asked for the run: of a caller, or of the node that started a child. W3C Trace Context. */
  readonly traceparent?: string;
  /** The top-level run above a child. */
  readonly rootRunId?: string;
}

/** A run whose events were committed, with what is needed to tell of them. */
export interface WalkedRun {
  readonly run: NewRun;
  readonly origin: RunOrigin;
  readonly workflowName: string;
  nodeOf(nodeId: string): WalkedNode | undefined;
}

export interface WalkedNode {
  readonly type: NodeType;
  /** The loop that contains it. */
  readonly parentId?: string | undefined;
  /** It has an executor, so its attempts reach out. */
  readonly isEffect: boolean;
}

export interface RunObserver {
  /** Stored by this process, walked or queued. */
  runAdmitted(run: NewRun): void;
  /** Taken by this process. `takeover`: from an owner whose lease ran out. */
  runClaimed(run: NewRun, takeover: boolean): void;
  runEnded(end: RunEnd): void;
  /** Nobody knows whether an at-most-once call was done; a person must settle it. */
  outcomeUnknown(runId: string, step: StepKey): void;
  /** Another owner has the run now, or its lease ran out. */
  leaseLost(runId: string): void;
  attemptEnded(attempt: AttemptReport): void;
  /** One statement that carried the commits of so many runs. */
  commitSent(runs: number, ms: number): void;
  streamOpened(): void;
  streamClosed(): void;
  /** An event was written to a live stream so long after it occurred. */
  eventStreamed(lagMs: number): void;
  /** Present where runs are traced: their events are decoded for it. */
  readonly traces?: RunTraces;
}

export interface RunTraces {
  /** Whether a trace that begins here is kept. The same answer for the same id in every process. */
  isSampled(traceId: string): boolean;
  /** Whether spans are made of this run; asked first, since reading events costs more than all else. */
  isKept(walked: WalkedRun): boolean;
  /** Events of a commit that stands, in order. */
  eventsCommitted(walked: WalkedRun, events: readonly RunEvent[]): void;
}
