import { encodeEvents, isCodedError, type RunError, type RunEvent } from '@weftwork/schema';
import type { EncodedEvents, RunCommit } from '../ports';
import type { CommitFence } from './journal';

/**
 * Ends a run that cannot be walked: its version cannot be prepared, or the walk met a defect. Left alone it would be
 * claimed again and again. One that is to be cancelled ends as cancelled.
 */
export function endCommit(
  fence: CommitFence,
  options: {
    readonly cancelled: boolean;
    readonly error: RunError;
    readonly now: number;
    readonly facts?: EncodedEvents;
  },
): RunCommit {
  const { cancelled, error, now } = options;
  const event: RunEvent = cancelled
    ? { type: 'run.cancelled', occurredAt: now, data: {} }
    : { type: 'run.failed', occurredAt: now, data: { error } };
  return {
    ...fence,
    facts: options.facts ?? { text: '', events: 0 },
    admissions: encodeEvents([event]),
    expectStatus: cancelled ? 'cancel_requested' : 'running',
    transition: cancelled ? { status: 'cancelled' } : { status: 'failed', error },
    requireQuiet: true,
    release: true,
  };
}

/** The error a run ends with when something of ours went wrong. */
export function defectOf(what: string, cause: unknown): RunError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return { code: isCodedError(cause) ? cause.code : 'INTERNAL', message: `${what}: ${message}` };
}
