import { CodedError, encodeEvents, type JsonValue } from '@weftwork/schema';
import { nodeEvent } from './node-event';
import type { Clock, JudgeSignal, NewSignal, RunStore, SignalReceipt, WaitingGate } from './ports';
import type { SendSignalRequest, SentSignal } from './runtime-api';
import { applyDefaults, validateAgainst } from './validation/user-schema';
import { crashPoint } from './walker/crash-points';

/** Gates looked at in one call; a run has few, and the sweep comes again. */
const OFFERED_AT_ONCE = 100;
/** Signals forgotten in one statement, so that none locks for long. */
const PURGED_AT_ONCE = 1_000;
/** A signal is copied into the log of every run it reaches. */
const MAX_PAYLOAD_LETTERS = 256 * 1024;

/** What comes from outside for whoever waits: kept, delivered once to each, offered to those who ask later. */
export interface Signals {
  send(request: SendSignalRequest): Promise<SentSignal>;
  /** Offers the gates of a run, or of any, what came before they opened; answers whether a run was told. */
  offer(runId?: string): Promise<boolean>;
  /** Forgets what is older than the retention. */
  purge(): Promise<void>;
}

export function createSignals(parts: {
  readonly runs: RunStore;
  readonly clock: Clock;
  readonly retentionMs: number;
  wake(runId: string): void;
}): Signals {
  const { runs, clock, retentionMs } = parts;

  const judge: JudgeSignal = (gate, { payload, sentBy, signalId }) => {
    const fitted = fit(gate, payload);
    if ('misfit' in fitted) return undefined;
    const { stepId } = gate;
    const decided = { stepId, decision: 'answered' as const, by: sentBy, data: fitted.value, signalId };
    return encodeEvents([nodeEvent(gate, 'gate.decided', clock.now(), decided)]);
  };

  const told = (runIds: Iterable<string>): void => {
    for (const runId of new Set(runIds)) {
      crashPoint('after-signal-commit', runId);
      parts.wake(runId);
    }
  };

  return {
    async send({ workspaceId, name, key, payload, idempotencyId, by }) {
      if (JSON.stringify(payload).length > MAX_PAYLOAD_LETTERS)
        throw new CodedError(
          'BODY_TOO_LARGE',
          `The payload of a signal may have ${MAX_PAYLOAD_LETTERS} letters as JSON; store what is larger and send where it is.`,
        );
      const signal: NewSignal = {
        ...{ workspaceId, name, key, payload, sentBy: by },
        ...(idempotencyId === undefined ? {} : { idempotencyId }),
      };
      const receipt = await runs.receiveSignal(signal, judge);
      told(receipt.delivered.map(({ runId }) => runId));
      return sentSignal(receipt);
    },

    async offer(runId) {
      const limit = OFFERED_AT_ONCE;
      const offered = await runs.offerSignals(runId === undefined ? { limit } : { runId, limit }, judge);
      told(offered.told);
      return offered.told.length > 0;
    },

    async purge() {
      while ((await runs.purgeSignals(retentionMs, PURGED_AT_ONCE)) === PURGED_AT_ONCE);
    },
  };
}

/** The payload with the gate's defaults, or what of it does not fit the gate's schema. */
function fit({ schema }: WaitingGate, payload: JsonValue): { value: JsonValue } | { misfit: string } {
  if (!schema) return { value: payload };
  try {
    const value = applyDefaults(schema, payload);
    const [first] = validateAgainst(schema, value);
    return first ? { misfit: first.message } : { value };
  } catch (error) {
    // A schema that cannot be used must not stand between the signal and the other gates.
    return { misfit: error instanceof Error ? error.message : String(error) };
  }
}

function sentSignal({ signal, duplicate, delivered, rejected }: SignalReceipt): SentSignal {
  return {
    signalId: signal.signalId,
    duplicate,
    delivered: delivered.map(placeOf),
    rejected: rejected.map((gate) => ({ ...placeOf(gate), message: misfitOf(gate, signal.payload) })),
  };
}

function placeOf({ runId, stepId }: WaitingGate): { runId: string; stepId: string } {
  return { runId, stepId };
}

function misfitOf(gate: WaitingGate, payload: JsonValue): string {
  const fitted = fit(gate, payload);
  return 'misfit' in fitted ? fitted.misfit : '';
}
