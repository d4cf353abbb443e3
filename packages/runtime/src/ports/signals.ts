import type { JsonObject, JsonValue } from '@weftwork/schema';
import type { EncodedEvents, StepKey } from './run-store';

/** What somebody outside says: `name` is what happened, `key` to which occurrence. */
export interface NewSignal {
  readonly workspaceId: string;
  readonly name: string;
  readonly key: string;
  readonly payload: JsonValue;
  /** The same one again is the same signal, sent twice. Unique in its workspace. */
  readonly idempotencyId?: string;
  readonly sentBy: string;
}

/** A signal as it is kept. Times are RFC 3339. */
export interface SignalRecord extends NewSignal {
  readonly signalId: string;
  readonly receivedAt: string;
}

/** An open gate that waits for the signal at hand. */
export interface WaitingGate extends StepKey {
  readonly runId: string;
  readonly stepId: string;
  readonly schema?: JsonObject;
}

/**
 * Says what a signal becomes at a gate: the events that decide it, or undefined when the payload does not fit, and the
 * gate goes on waiting. Called inside the store's transaction, so it is pure and quick.
 */
export type JudgeSignal = (gate: WaitingGate, signal: SignalRecord) => EncodedEvents | undefined;

/** How a signal was received. `duplicate`: its idempotency id was known, nothing was delivered. */
export interface SignalReceipt {
  readonly signal: SignalRecord;
  readonly duplicate: boolean;
  readonly delivered: readonly WaitingGate[];
  readonly rejected: readonly WaitingGate[];
}

export interface SignalFilter {
  readonly name?: string;
  readonly key?: string;
}

/*
 * How no signal is missed: a signal and a gate of the same name and key are written and matched under one lock per
 * workspace, name and key. A gate that opens first is found by the signal; a signal that came first is found when it
 * is offered to the gate, and a gate to which none was offered yet is remembered as such, whoever dies meanwhile.
 */
export interface SignalWriter {
  /**
   * Keeps a signal and, in the same transaction, decides every open gate of its workspace that waits for its name and
   * key and takes its payload. Runs are locked in id order.
   */
  receiveSignal(signal: NewSignal, judge: JudgeSignal): Promise<SignalReceipt>;

  /**
   * Offers open gates the signals that came since their run was created and before they opened, oldest first; the
   * first that fits decides the gate. A node of a run takes a signal once, so each pass of a loop takes the next one.
   * Of one run, or of any. Answers the runs that were told, and how many gates were looked at.
   */
  offerSignals(
    options: { runId?: string; limit: number },
    judge: JudgeSignal,
  ): Promise<{ told: readonly string[]; looked: number }>;

  /** Forgets signals older than this, at most `limit`; answers how many. */
  purgeSignals(olderThanMs: number, limit: number): Promise<number>;
}
