import { type EventPayload, type EventType, parsePathText, type RunEvent } from '@weftwork/schema';
import type { StepKey } from './ports';

/** An event of a node run, for those who know it by its row and not by the plan. */
export function nodeEvent<T extends EventType>(
  { nodeId, path, attempt }: StepKey,
  type: T,
  occurredAt: number,
  data: EventPayload<T>,
): RunEvent {
  const iterationPath = parsePathText(path);
  return {
    type,
    occurredAt,
    nodeId,
    ...(iterationPath.length === 0 ? {} : { iterationPath }),
    attempt,
    data,
  } as RunEvent;
}
