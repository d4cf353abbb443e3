import { createSseParser } from './sse-parser';
import type { EventEnvelope } from './types';

/** What ended a stream: the run did, the server asks for a reload, or the line broke. */
export type StreamEnd = 'terminal' | 'gap' | 'closed';

/** Heartbeats come each 15 s. One that is late by more than this ends nothing that a new line does not go on with. */
const SILENCE_MS = 20_000;

const TERMINAL = new Set(['run.completed', 'run.failed', 'run.cancelled']);

export function isTerminalEvent(event: EventEnvelope): boolean {
  return TERMINAL.has(event.type);
}

/**
 * Reads one event stream to its end. `onEvents` gets each chunk's durable events in the order sent; repeats are
 * the caller's to drop. Rejects with an AbortError when `signal` fires.
 */
export async function readRunStream(
  response: Response,
  onEvents: (events: EventEnvelope[]) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  if (response.status === 204) return 'terminal';
  if (!response.body) return 'closed';
  const reader = response.body.getReader();
  const parser = createSseParser();
  const decoder = new TextDecoder();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const chunk = await withSilenceLimit(reader.read());
      if (chunk === 'silent' || chunk.done) return 'closed';
      const frames = parser.push(decoder.decode(chunk.value, { stream: true }));
      const events = frames
        .filter((frame) => frame.event === undefined)
        .map((frame) => JSON.parse(frame.data) as EventEnvelope);
      if (events.length > 0) onEvents(events);
      if (events.some(isTerminalEvent)) return 'terminal';
      if (frames.some((frame) => frame.event === 'gap')) return 'gap';
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return 'closed';
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function withSilenceLimit<T>(read: Promise<T>): Promise<T | 'silent'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), SILENCE_MS);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}
