import type { RunQueue, WakeChannel, WakeMessage } from '../ports';

/** Hints inside one process; a listener is called after the caller's turn, never within `notify`. */
export function createMemoryQueue(): RunQueue {
  const listeners = new Set<(runId: string) => void | Promise<void>>();
  return {
    notify(runId) {
      queueMicrotask(() => {
        for (const listener of listeners) void listener(runId);
      });
    },
    onNotify(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setRoom() {},
    async close() {
      listeners.clear();
    },
  };
}

type Listener = (runId: string, message: WakeMessage) => void;

/** Joins several runtimes of one process as Redis joins processes: each call is the end of one of them. */
export function createMemoryWakes(): () => WakeChannel {
  const ends = new Set<Set<Listener>>();
  return () => {
    const own = new Set<Listener>();
    ends.add(own);
    return {
      publish(runId, message) {
        queueMicrotask(() => {
          for (const end of ends) if (end !== own) for (const listener of end) listener(runId, message);
        });
      },
      onMessage(listener) {
        own.add(listener);
        return () => own.delete(listener);
      },
      async close() {
        own.clear();
        ends.delete(own);
      },
    };
  };
}
