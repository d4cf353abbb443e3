import type { RunQueue, WakeChannel } from '../ports';

/** Hints inside one process; a listener is called after the caller's turn, never within `notify`. */
export function createMemoryQueue(): RunQueue {
  const listeners = new Set<(runId: string) => void>();
  return {
    notify(runId) {
      queueMicrotask(() => {
        for (const listener of listeners) listener(runId);
      });
    },
    onNotify(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}

export function createMemoryWakeChannel(): WakeChannel {
  const listeners = new Map<string, Set<(seq: number) => void>>();
  return {
    publish(runId, seq) {
      if (!listeners.has(runId)) return;
      queueMicrotask(() => {
        for (const listener of listeners.get(runId) ?? []) listener(seq);
      });
    },
    subscribe(runId, listener) {
      const own = listeners.get(runId) ?? new Set();
      listeners.set(runId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(runId) === own) listeners.delete(runId);
      };
    },
    async close() {
      listeners.clear();
    },
  };
}
