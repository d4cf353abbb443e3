'use client';

import { useMemo, useState } from 'react';
import type { JsonValue } from '../api/types';
import type { OpenTask } from './open-tasks';

/** More than this is not worth keeping in a browser. */
const LIMIT = 100_000;

export interface KeptAnswer {
  /** What was written before, in this tab. */
  readonly before: JsonValue | undefined;
  readonly keep: (answer: JsonValue | undefined) => void;
  readonly drop: () => void;
}

/**
 * Keeps what is written for a task until it is sent, in this tab alone: whoever looks at the run meanwhile, or comes
 * back to a tab that a phone had put away, goes on where they were.
 */
export function useKeptAnswer(task: Pick<OpenTask, 'key'>): KeptAnswer {
  const name = `weftwork-answer-${task.key}`;
  const [before] = useState(() => read(name));
  return useMemo(
    () => ({ before, keep: (answer) => write(name, answer), drop: () => write(name, undefined) }),
    [before, name],
  );
}

function read(name: string): JsonValue | undefined {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

function write(name: string, answer: JsonValue | undefined): void {
  try {
    const text = answer === undefined ? undefined : JSON.stringify(answer);
    if (text === undefined || text.length > LIMIT) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // A full or forbidden store costs only the convenience.
  }
}
