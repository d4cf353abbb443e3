import { CodedError, encodeEvents, type RunEvent } from '@weftwork/schema';
import type { Clock, RunStore } from './ports';
import type { CancelRunRequest } from './runtime-api';

/** Cancels runs with all their descendants, and wakes whoever walks them. */
export interface Cancels {
  /** For people: throws `NOT_FOUND`, `RUN_TERMINAL`. */
  cancelRun(request: CancelRunRequest): Promise<void>;
  /** For a parent that winds down: a child that has ended is as good. */
  cancelChild(workspaceId: string, runId: string): Promise<void>;
}

export function createCancels(parts: {
  readonly runs: RunStore;
  readonly clock: Clock;
  wake(runId: string): void;
}): Cancels {
  async function request(workspaceId: string, runId: string, by: string) {
    const event: RunEvent = { type: 'run.cancel_requested', occurredAt: parts.clock.now(), data: { by } };
    const outcome = await parts.runs.requestCancel({ workspaceId, runId, events: encodeEvents([event]) });
    if (outcome.ok) for (const id of outcome.cancelled) parts.wake(id);
    return outcome;
  }

  return {
    async cancelRun({ workspaceId, runId, by }) {
      const outcome = await request(workspaceId, runId, by);
      if (outcome.ok) return;
      if (outcome.refused === 'notFound') throw new CodedError('NOT_FOUND', `There is no run ${runId}.`);
      throw new CodedError('RUN_TERMINAL', `The run ${runId} has ended and cannot be cancelled.`);
    },
    async cancelChild(workspaceId, runId) {
      await request(workspaceId, runId, 'system:parent');
    },
  };
}
