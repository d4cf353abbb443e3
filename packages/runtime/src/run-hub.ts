import type { RunMessage, SettledRun } from './runtime-api';

type Listener = (message: RunMessage) => void;

/** Who listens to which run in this process, and who waits for one to settle. */
export class RunHub {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly waiting = new Map<string, Set<(run: SettledRun | Error) => void>>();

  subscribe(runId: string, listener: Listener): () => void {
    return add(this.listeners, runId, listener);
  }

  publish(runId: string, message: RunMessage): void {
    const listeners = this.listeners.get(runId);
    if (listeners) for (const listener of listeners) listener(message);
  }

  hasListeners(runId: string): boolean {
    return this.listeners.has(runId);
  }

  onSettled(runId: string, settle: (run: SettledRun | Error) => void): () => void {
    return add(this.waiting, runId, settle);
  }

  settle(runId: string, run: SettledRun | Error): void {
    const waiting = this.waiting.get(runId);
    if (!waiting) return;
    this.waiting.delete(runId);
    for (const settle of waiting) settle(run);
  }

  isAwaited(runId: string): boolean {
    return this.waiting.has(runId);
  }
}

function add<T>(map: Map<string, Set<T>>, key: string, member: T): () => void {
  let members = map.get(key);
  if (!members) {
    members = new Set();
    map.set(key, members);
  }
  members.add(member);
  return () => {
    members.delete(member);
    if (members.size === 0 && map.get(key) === members) map.delete(key);
  };
}
