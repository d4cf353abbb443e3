import type { EventEnvelope } from './types';

/** What the tab that holds the stream of a run tells the others, and what they ask of it. */
export type TabMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'at'; readonly seq: number }
  | { readonly kind: 'events'; readonly events: readonly EventEnvelope[] }
  | { readonly kind: 'reload' }
  | { readonly kind: 'connection'; readonly live: boolean };

/** Lets the tabs of a browser share one stream per run: one leads, the others listen. */
export interface TabShare {
  /** Runs `work` while this tab leads; waits its turn until `signal` fires. */
  lead(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  close(): void;
}

interface Locks {
  request(name: string, options: { signal: AbortSignal }, work: () => Promise<void>): Promise<unknown>;
}

/**
 * A share over Web Locks and a broadcast channel. Where the page has no locks (plain HTTP from another machine)
 * each tab leads itself.
 */
export function createTabShare(runId: string, locks: Locks | undefined = browserLocks()): TabShare {
  const name = `weftwork-run-${runId}`;
  const channel = locks && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(name) : undefined;
  return {
    async lead(signal, work) {
      if (!locks) return work();
      try {
        await locks.request(name, { signal }, work);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    post: (message) => channel?.postMessage(message),
    listen(listener) {
      if (channel) channel.onmessage = (event: MessageEvent) => listener(event.data as TabMessage);
    },
    close: () => channel?.close(),
  };
}

function browserLocks(): Locks | undefined {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined;
}
