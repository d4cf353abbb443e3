import { encodeEvents } from '@weftwork/schema';
import type { EncodedEvents, NewRun } from '../ports';

/** The first event of a run that is queued before it is walked. The store writes it, with the row. */
export function queuedEvent(now: number, run: NewRun): EncodedEvents {
  return encodeEvents([{ type: 'run.queued', occurredAt: now, data: { ...run.origin } }]);
}
