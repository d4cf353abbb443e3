import { isApiError } from './http';
import { readRunStream } from './run-stream';
import type { TabMessage, TabShare } from './tab-share';
import type { EventEnvelope, Page, Run } from './types';

/*
 * Keeps a page true to one run: snapshot first, then the stream after its `lastSeq`. Each event is given once and in
 * order, whichever tab holds the stream. A stream that ends early is reconciled by reading the run again, at once.
 */

export type Connection =
  | { readonly state: 'connecting' | 'live' | 'paused' | 'ended' }
  | { readonly state: 'lost'; readonly retryAt: number };

export interface RunFeedSource {
  fetchRun(signal: AbortSignal): Promise<Run>;
  fetchEvents(after: number): Promise<Page<EventEnvelope>>;
  openStream(after: number, signal: AbortSignal): Promise<Response>;
}

export interface RunFeedListener {
  onSnapshot(run: Run): void;
  onEvents(events: readonly EventEnvelope[]): void;
  onConnection(connection: Connection): void;
  onError(error: unknown): void;
}

export interface Visibility {
  isVisible(): boolean;
  onChange(listener: () => void): () => void;
}

export interface RunFeed {
  /** Does not wait for the next try of a lost connection. */
  retryNow(): void;
  /** Reads on over a new line: the old one may be dead without having ended, as after a change of networks. */
  renew(): void;
  stop(): void;
}

const BACKOFF_MS = [250, 500, 1000, 2000, 4000];

/** Asking again would get the same answer. */
const isRefusal = (error: unknown) => isApiError(error) && error.status >= 400 && error.status < 500;

const isTerminalRun = (run: Run) => ['completed', 'failed', 'cancelled'].includes(run.status);

export function startRunFeed(
  source: RunFeedSource,
  share: TabShare,
  visibility: Visibility,
  listener: RunFeedListener,
): RunFeed {
  const life = new AbortController();
  let cursor = -1;
  let ended = false;
  let leading = false;
  let leadership: AbortController | undefined;
  let wake: (() => void) | undefined;
  let line: AbortController | undefined;
  let work = Promise.resolve();

  /** One thing at a time: a gap that is being filled must not be overtaken by the next batch. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    work = work.then(task).catch((error) => {
      if (!life.signal.aborted) listener.onError(error);
    });
    return work;
  }

  function end(): void {
    ended = true;
    leadership?.abort();
    listener.onConnection({ state: 'ended' });
  }

  /** Gives on what follows the cursor without a hole; false when a hole stands before it. */
  function deliver(events: readonly EventEnvelope[]): boolean {
    const next: EventEnvelope[] = [];
    for (const event of events) {
      if (event.seq <= cursor) continue;
      if (event.seq !== cursor + 1) break;
      cursor = event.seq;
      next.push(event);
    }
    if (next.length > 0) listener.onEvents(next);
    return (events.at(-1)?.seq ?? 0) <= cursor;
  }

  async function fill(upTo: number): Promise<void> {
    while (cursor < upTo && !life.signal.aborted) {
      const before = cursor;
      deliver((await source.fetchEvents(cursor)).items);
      if (cursor === before) return;
    }
  }

  async function take(events: readonly EventEnvelope[]): Promise<void> {
    if (cursor < 0) return;
    const first = events[0]?.seq ?? 0;
    if (first > cursor + 1) await fill(first - 1);
    deliver(events);
  }

  async function reload(): Promise<void> {
    const run = await source.fetchRun(life.signal);
    // Events between are given first, so that the log of the page has no hole; the snapshot does not wait for them.
    if (cursor >= 0 && run.lastSeq > cursor) await fill(run.lastSeq).catch(() => undefined);
    // An answer older than what was already given would take the page back in time.
    if (run.lastSeq >= cursor) {
      cursor = run.lastSeq;
      listener.onSnapshot(run);
    }
    if (isTerminalRun(run)) end();
  }

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
    });
    wake = undefined;
  }

  async function backOff(failures: number, signal: AbortSignal): Promise<void> {
    const ms = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? 4000;
    listener.onConnection({ state: 'lost', retryAt: Date.now() + ms });
    share.post({ kind: 'connection', live: false });
    await pause(ms, signal);
  }

  /** Holds the stream until the run ends or `signal` fires. */
  async function hold(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let broken = false;
    leading = true;
    while (!signal.aborted && !ended) {
      try {
        if (broken) await enqueueReload();
        if (ended || signal.aborted) break;
        const mine = new AbortController();
        line = mine;
        signal.addEventListener('abort', () => mine.abort(), { once: true });
        const response = await source.openStream(cursor, mine.signal);
        listener.onConnection({ state: 'live' });
        share.post({ kind: 'connection', live: true });
        share.post({ kind: 'at', seq: cursor });
        const how = await readRunStream(
          response,
          (events) => {
            failures = 0;
            share.post({ kind: 'events', events });
            void enqueue(() => take(events));
          },
          mine.signal,
        );
        await work;
        // The snapshot is the whole truth once: outputs, artifacts and warnings that events only name.
        await enqueueReload();
        if (how === 'gap') share.post({ kind: 'reload' });
        if (how === 'terminal') continue;
        broken = how === 'closed';
      } catch (error) {
        if (signal.aborted) break;
        if (isRefusal(error)) {
          listener.onError(error);
          break;
        }
        broken = true;
      }
      if (broken && !ended && !signal.aborted) await backOff(failures++, signal);
    }
    leading = false;
  }

  /** Like `reload`, but a failure reaches the caller, who backs off. */
  async function enqueueReload(): Promise<void> {
    let failure: unknown;
    await enqueue(async () => {
      try {
        await reload();
      } catch (error) {
        failure = error ?? new Error('reload failed');
      }
    });
    if (failure) throw failure;
  }

  async function first(): Promise<void> {
    for (let failures = 0; !life.signal.aborted; failures++) {
      try {
        return await enqueueReload();
      } catch (error) {
        if (life.signal.aborted) return;
        if (isRefusal(error)) {
          listener.onError(error);
          return;
        }
        await backOff(failures, life.signal);
      }
    }
  }

  function hear(message: TabMessage): void {
    if (ended || life.signal.aborted) return;
    if (message.kind === 'hello') {
      if (leading) share.post({ kind: 'at', seq: cursor });
    } else if (message.kind === 'events') {
      void enqueue(() => take(message.events)).then(endWithTerminal(message.events));
    } else if (message.kind === 'at') {
      if (!leading) listener.onConnection({ state: 'live' });
      if (cursor >= 0 && message.seq > cursor) void enqueue(() => fill(message.seq));
    } else if (message.kind === 'reload') {
      void enqueue(reload);
    } else if (!leading) {
      listener.onConnection(message.live ? { state: 'live' } : { state: 'lost', retryAt: Date.now() + 1000 });
    }
  }

  /** A listening tab reads the whole run once it has ended, as the leading tab does. */
  const endWithTerminal = (events: readonly EventEnvelope[]) => () => {
    if (events.some((event) => /^run\.(completed|failed|cancelled)$/.test(event.type))) void enqueue(reload);
  };

  function seekLead(): void {
    if (ended || leadership || cursor < 0 || !visibility.isVisible()) return;
    const mine = new AbortController();
    leadership = mine;
    share.post({ kind: 'hello' });
    share
      .lead(mine.signal, () => (mine.signal.aborted ? Promise.resolve() : hold(mine.signal)))
      .catch((error) => {
        if (!life.signal.aborted) listener.onError(error);
      })
      .finally(() => {
        if (leadership === mine) leadership = undefined;
      });
  }

  function followVisibility(): void {
    if (visibility.isVisible()) seekLead();
    if (visibility.isVisible() || !leadership) return;
    leadership.abort();
    leadership = undefined;
    if (!ended) listener.onConnection({ state: 'paused' });
  }

  const stopWatching = visibility.onChange(followVisibility);
  share.listen(hear);
  listener.onConnection({ state: 'connecting' });
  void first().then(seekLead);

  return {
    retryNow: () => wake?.(),
    renew() {
      line?.abort();
      wake?.();
    },
    stop() {
      life.abort();
      leadership?.abort();
      stopWatching();
      share.close();
    },
  };
}
