import type { EventType } from '@weftwork/schema';

/** The last event of a run, whichever it is. */
export function isTerminalEvent(type: EventType): boolean {
  return type === 'run.completed' || type === 'run.failed' || type === 'run.cancelled';
}
