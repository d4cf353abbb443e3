import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRunStream } from './run-stream';

/** As often as the server sends them. */
const HEARTBEAT_MS = 15_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lasts while heartbeats come, and is closed once one is missing, before the next would be due', async () => {
  let line!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      line = controller;
    },
  });
  let end: string | undefined;
  void readRunStream(new Response(body), () => {}, new AbortController().signal).then((how) => {
    end = how;
  });
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    line.enqueue(new TextEncoder().encode(': still here\n\n'));
  }
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
  expect(end).toBeUndefined();
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 1);
  expect(end).toBe('closed');
});
