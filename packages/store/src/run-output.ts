import { decodeEvents, type JsonObject, type Spilled } from '@weftwork/schema';

/** The output of a completed run stands once, in its last event. `lastEvents` is the last row of its log. */
export function outputOf(lastEvents: string): { output: JsonObject; spilled?: Spilled } | undefined {
  const last = decodeEvents(lastEvents).at(-1);
  if (last?.type !== 'run.completed') return undefined;
  const { output, spilled } = last.data;
  return spilled ? { output, spilled } : { output };
}
