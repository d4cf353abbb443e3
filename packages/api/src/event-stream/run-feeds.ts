import type { RunMessage, RunStore, Runtime } from '@weftwork/runtime';
import { envelopesOf } from '@weftwork/runtime/run-view';
import { isTerminalEvent } from './terminal-event';

/** A page of the log, ready to be sent. */
export interface FramePage {
  readonly bytes: Buffer;
  readonly lastSeq: number;
  /** When the last event in it occurred, in epoch milliseconds. */
  readonly lastAt: number;
  /** The run's terminal event is in it. */
  readonly ended: boolean;
}

export interface Follower {
  /** There may be more to read. */
  wake(): void;
  /** A frame that is not stored; may be dropped. */
  passing(frame: Buffer): void;
}

export interface Feed {
  /** What comes after a number, or undefined when nothing does now. */
  read(after: number): Promise<FramePage | undefined>;
  leave(): void;
}

/** Rows hold up to 256 KiB, so a page is 2 MiB at most: what a slow client can hold up. */
const ROWS_PER_PAGE = 8;
/** Should a hint be lost, the log is looked at again. */
const REREAD_MS = 1000;

interface SharedFeed {
  readonly followers: Set<Follower>;
  /** Raised by every hint: a read that began before it may have missed what it tells of. */
  generation: number;
  reads: Map<string, Promise<FramePage | undefined>>;
  stop(): void;
}

/**
 * The streams of this process, by run. All streams of one run share its subscription, and those at the same place share
 * one read and one set of bytes, so 200 viewers cost little more than one. Nothing is queued: each stream reads on when
 * its client has taken the last page.
 */
export function createRunFeeds(runtime: Pick<Runtime, 'subscribe'>, log: Pick<RunStore, 'readLog'>) {
  const feeds = new Map<string, SharedFeed>();

  function open(runId: string): SharedFeed {
    const followers = new Set<Follower>();
    const wakeAll = () => {
      feed.generation += 1;
      for (const follower of followers) follower.wake();
    };
    const unsubscribe = runtime.subscribe(runId, (message) => {
      if (message.kind === 'events') return wakeAll();
      const frame = deltaFrame(message);
      for (const follower of followers) follower.passing(frame);
    });
    const timer = setInterval(wakeAll, REREAD_MS);
    timer.unref();
    const feed: SharedFeed = {
      followers,
      generation: 0,
      reads: new Map(),
      stop() {
        clearInterval(timer);
        unsubscribe();
        feeds.delete(runId);
      },
    };
    feeds.set(runId, feed);
    return feed;
  }

  return {
    /** Follows a run from now on: what is committed later wakes the follower. */
    join(runId: string, follower: Follower): Feed {
      const feed = feeds.get(runId) ?? open(runId);
      feed.followers.add(follower);
      return {
        read(after) {
          const key = `${feed.generation} ${after}`;
          const shared = feed.reads.get(key);
          if (shared) return shared;
          const read = readPage(log, runId, after).finally(() => feed.reads.delete(key));
          feed.reads.set(key, read);
          return read;
        },
        leave() {
          feed.followers.delete(follower);
          if (feed.followers.size === 0) feed.stop();
        },
      };
    },
  };
}

export type RunFeeds = ReturnType<typeof createRunFeeds>;

async function readPage(
  log: Pick<RunStore, 'readLog'>,
  runId: string,
  after: number,
): Promise<FramePage | undefined> {
  const rows = await log.readLog(runId, after, ROWS_PER_PAGE);
  let text = '';
  let lastSeq = after;
  let lastAt = '';
  let ended = false;
  for (const envelope of envelopesOf(runId, rows, after)) {
    text += `id: ${envelope.seq}\ndata: ${JSON.stringify(envelope)}\n\n`;
    lastSeq = envelope.seq;
    lastAt = envelope.occurredAt;
    ended = isTerminalEvent(envelope.type);
  }
  return lastSeq === after
    ? undefined
    : { bytes: Buffer.from(text), lastSeq, lastAt: Date.parse(lastAt), ended };
}

function deltaFrame({ kind: _, ...delta }: Extract<RunMessage, { kind: 'delta' }>): Buffer {
  return Buffer.from(`event: delta\ndata: ${JSON.stringify(delta)}\n\n`);
}
