import type { EventEnvelope } from '@weftwork/schema';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type Send, WeftworkError } from './request';

/** A piece of streamed text: shown while it comes, stored nowhere. */
export interface Delta {
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly attempt: number;
  readonly text: string;
}

export interface FollowOptions {
  /** Begin after this number: the `lastSeq` of what was read before. */
  readonly after?: number;
  readonly signal?: AbortSignal;
  readonly onDelta?: (delta: Delta) => void;
  /** Told when the connection was lost (and is being made anew) and when it stands again. */
  readonly onConnection?: (connected: boolean) => void;
}

/** The service sends something each 15 seconds; a connection that is silent for longer is dead, and another goes on. */
const SILENCE_MS = 20_000;
const MIN_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 5_000;
const ENDS: readonly string[] = ['run.completed', 'run.failed', 'run.cancelled'];

/**
 * Gives every event of a run once and in order, over any number of lost connections, until the run has ended or
 * `signal` aborts. Throws `WeftworkError` `EVENT_GAP` when the number to begin after is not of this run: read the run
 * again and follow from its `lastSeq`.
 */
export async function* followEvents(
  send: Send,
  runId: string,
  { after = 0, signal, onDelta, onConnection }: FollowOptions = {},
): AsyncGenerator<EventEnvelope, void, undefined> {
  let cursor = after;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      for await (const message of connectOnce(send, runId, cursor, signal, () => {
        failures = 0;
        onConnection?.(true);
      })) {
        if (message.event === 'gap') throw gapError(message.data);
        if (message.event === 'delta') onDelta?.(JSON.parse(message.data) as Delta);
        if (message.event !== undefined) continue;
        const event = JSON.parse(message.data) as EventEnvelope;
        if (event.seq <= cursor) continue;
        cursor = event.seq;
        yield event;
        if (ENDS.includes(event.type)) return;
      }
    } catch (error) {
      if (error instanceof Finished || signal?.aborted) return;
      if (!mayReturn(error)) throw error;
    }
    onConnection?.(false);
    await pause(Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2), signal);
    failures += 1;
  }
}

/** Nothing comes after the cursor any more. */
class Finished extends Error {}

async function* connectOnce(
  send: Send,
  runId: string,
  cursor: number,
  outer: AbortSignal | undefined,
  onOpen: () => void,
): AsyncGenerator<EventSourceMessage> {
  const silence = new AbortController();
  const signal = outer ? AbortSignal.any([outer, silence.signal]) : silence.signal;
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await send('GET', `/runs/${encodeURIComponent(runId)}/events`, {
      headers: { accept: 'text/event-stream', 'last-event-id': cursor > 0 ? String(cursor) : undefined },
      signal,
    });
    if (response.status === 204 || !response.body) throw new Finished();
    onOpen();
    const arrived: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => arrived.push(message) });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        parser.feed(decoder.decode(part.value, { stream: true }));
        yield* arrived.splice(0);
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A refusal is final; what is lost or overloaded comes back. */
function mayReturn(error: unknown): boolean {
  if (!(error instanceof WeftworkError)) return isConnectionError(error);
  return error.status === 0 || error.status === 429 || error.status >= 502;
}

function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'AbortError');
}

function gapError(data: string): WeftworkError {
  const message = 'The events were asked for from a number this run does not have; read the run again.';
  return new WeftworkError(409, 'EVENT_GAP', message, [], JSON.parse(data) as Record<string, unknown>);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
    if (signal?.aborted) finish();
  });
}
