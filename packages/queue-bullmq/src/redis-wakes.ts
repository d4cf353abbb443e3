import { randomUUID } from 'node:crypto';
import type { WakeChannel, WakeMessage } from '@weftwork/runtime';
import type { Redis } from 'ioredis';

/** All that one process tells in one turn, as one message: who tells, and for each run what. */
type Bundle = [sender: string, ...(readonly [runId: string, message: WakeMessage])[]];

export interface RedisWakesOptions {
  readonly publisher: Redis;
  readonly subscriber: Redis;
  readonly channel: string;
  isUsable(): boolean;
  onError(error: Error): void;
}

/** What processes tell one another over one channel of Redis. Nothing is kept: who is away reads the database. */
export function createRedisWakes({
  publisher,
  subscriber,
  channel,
  isUsable,
  onError,
}: RedisWakesOptions): WakeChannel {
  const self = randomUUID();
  const listeners = new Set<(runId: string, message: WakeMessage) => void>();
  let bundle: [string, WakeMessage][] = [];
  /** Runs whose events are in the bundle already: the earliest number covers what follows. */
  let told = new Set<string>();

  function flush(): void {
    const text = JSON.stringify([self, ...bundle] satisfies Bundle);
    bundle = [];
    told = new Set();
    if (isUsable()) publisher.publish(channel, text).catch(onError);
  }

  function receive(text: string): void {
    const [sender, ...messages] = JSON.parse(text) as Bundle;
    if (sender === self) return;
    for (const [runId, message] of messages) for (const listener of listeners) listener(runId, message);
  }

  subscriber.on('message', (_channel: string, text: string) => {
    try {
      receive(text);
    } catch (error) {
      onError(error as Error);
    }
  });
  // Asked again at every connection: the first may have failed.
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(onError));

  return {
    publish(runId, message) {
      if (message.kind === 'events') {
        if (told.has(runId)) return;
        told.add(runId);
      }
      if (bundle.length === 0) setImmediate(flush);
      bundle.push([runId, message]);
    },
    onMessage(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
