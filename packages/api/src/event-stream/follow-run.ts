import type { ServerResponse } from 'node:http';
import type { RunObserver } from '@weftwork/runtime';
import { isCodedError } from '@weftwork/schema';
import type { Follower, RunFeeds } from './run-feeds';

const HEARTBEAT_MS = 15_000;
/** A client that takes nothing for so long is gone; it comes back with its cursor. */
const STALLED_MS = 60_000;
/** Who counts the streams and how far they lag. */
export type StreamObserver = Pick<RunObserver, 'streamOpened' | 'streamClosed' | 'eventStreamed'>;

const HEARTBEAT = Buffer.from(': still here\n\n');

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  // A stream is the last thing on its connection, so that a stopping service has none left over.
  connection: 'close',
} as const;

/**
 * Sends the events of a run after a number until its terminal event, the client's leave or `signal`. One page is
 * written at a time and the next read only when the client has taken it.
 */
export async function followRun(
  response: ServerResponse,
  feeds: RunFeeds,
  runId: string,
  after: number,
  signal: AbortSignal,
  observer?: StreamObserver,
): Promise<void> {
  // The client may have left while the run was looked up.
  let closed = response.destroyed;
  let unread = true;
  let resume = () => {};
  const close = () => {
    closed = true;
    resume();
  };
  const follower: Follower = {
    wake() {
      unread = true;
      resume();
    },
    passing(frame) {
      if (!closed && !response.writableNeedDrain) response.write(frame);
    },
  };
  const feed = feeds.join(runId, follower);
  const heartbeat = setInterval(() => follower.passing(HEARTBEAT), HEARTBEAT_MS);
  response.once('close', close);
  response.once('error', close);
  signal.addEventListener('abort', close, { once: true });
  observer?.streamOpened();
  try {
    let cursor = after;
    // Until nothing was left to read, what is sent is history and lags for no fault of ours.
    let isLive = false;
    while (!closed && !signal.aborted) {
      unread = false;
      // The database being away ends no stream: the feed looks again each second.
      const page = await feed.read(cursor).catch(unlessAway);
      if (closed) break;
      if (page) {
        cursor = page.lastSeq;
        if (!response.write(page.bytes)) await drained(response, signal);
        if (isLive) observer?.eventStreamed(Math.max(0, Date.now() - page.lastAt));
        if (page.ended) break;
      } else if (!unread) {
        isLive ||= page !== null;
        await new Promise<void>((next) => {
          resume = next;
        });
        resume = () => {};
      }
    }
  } finally {
    observer?.streamClosed();
    feed.leave();
    clearInterval(heartbeat);
    response.off('close', close);
    signal.removeEventListener('abort', close);
    response.end();
  }
}

/** Null: nobody knows now what there is to read. */
function unlessAway(error: unknown): null {
  if (isCodedError(error) && error.kind === 'transient') return null;
  throw error;
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(stalled);
      response.off('drain', finish);
      response.off('close', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const stalled = setTimeout(() => response.destroy(), STALLED_MS);
    response.on('drain', finish);
    response.on('close', finish);
    signal.addEventListener('abort', finish);
    if (response.destroyed || signal.aborted) finish();
  });
}
