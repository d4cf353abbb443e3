import type { JsonValue } from '../api/types';

const keyOf = (workflowId: string) => `weftwork-input-${workflowId}`;

/** More than this is not worth keeping in a browser. */
const LIMIT = 100_000;

/** The input of the last run started from this browser, if there was one. */
export function readLastInput(workflowId: string): JsonValue | undefined {
  try {
    const text = localStorage.getItem(keyOf(workflowId));
    return text === null ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

export function keepLastInput(workflowId: string, input: JsonValue): void {
  const text = JSON.stringify(input);
  try {
    if (text.length <= LIMIT) localStorage.setItem(keyOf(workflowId), text);
  } catch {
    // A full or forbidden store costs only the convenience.
  }
}
