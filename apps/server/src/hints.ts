import { createRedisHints, type RedisHints } from '@weftwork/queue-bullmq';
import { createMemoryQueue, type RunQueue, type WakeChannel } from '@weftwork/runtime';
import { createPostgresHints } from '@weftwork/store';
import type { Logger } from 'pino';
import type { ServerSettings } from './settings';
import type { Storage } from './storage';

/** How processes that share a database tell one another what they did; alone, a service tells only itself. */
export interface Hints {
  readonly queue: RunQueue;
  readonly wakes?: WakeChannel;
  /** For `GET /health`. */
  readonly state: string;
  /** The connection to Redis, where that is how. */
  readonly redis?: Pick<RedisHints, 'state' | 'reason'>;
  close(): Promise<void>;
}

/** By Redis where there is one, else by the database, else within this process. */
export async function openHints(
  { redisUrl }: ServerSettings,
  storage: Pick<Storage, 'kind' | 'url'>,
  log: Logger,
): Promise<Hints> {
  if (storage.kind === 'embedded') {
    const queue = createMemoryQueue();
    return { queue, state: 'local', close: () => queue.close() };
  }
  if (redisUrl === undefined) {
    const hints = createPostgresHints({
      connectionString: storage.url,
      applicationName: 'weftwork server',
      onError: (error) => log.warn({ err: error }, 'a notification of the database could not be read'),
    });
    return { ...hints, state: 'database' };
  }
  const hints = await createRedisHints({
    url: redisUrl,
    onChange: (state, reason) => log.warn({ state, reason }, 'the connection to Redis changed'),
  });
  return {
    queue: hints.queue,
    wakes: hints.wakes,
    redis: hints,
    get state() {
      return `redis: ${hints.state}`;
    },
    close: () => hints.close(),
  };
}
