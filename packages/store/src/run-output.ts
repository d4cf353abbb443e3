import { decodeEvents, type JsonObject } from '@weftwork/schema';

/** The output of a completed run stands once, in its last event. `lastEvents` is the last row of its log. */
export function outputOf(lastEvents: string): JsonObject | undefined {
  const last = decodeEvents(lastEvents).at(-1);
  return last?.type === 'run.completed' ? last.data.output : undefined;
}
