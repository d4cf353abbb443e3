import { encodeEvents } from '@weftwork/schema';
import type { EncodedEvents } from '../ports';

/** The first event of a run that is queued before it is walked. The store writes it, with the row. */
export function queuedEvent(now: number): EncodedEvents {
  return encodeEvents([{ type: 'run.queued', occurredAt: now, data: {} }]);
}
