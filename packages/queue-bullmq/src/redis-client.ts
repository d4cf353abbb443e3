import { Redis } from 'ioredis';

/** A Redis that came back is used again within a second, however long it was away. */
const LONGEST_PAUSE_MS = 1_000;
/** A Redis that takes longer for one command is as good as away. */
const COMMAND_MS = 2_000;
const CONNECT_MS = 2_000;

export interface ClientOptions {
  readonly url: string;
  /** What the connection is for, seen in `CLIENT LIST`. */
  readonly name: string;
  /**
   * `patient`: commands wait for Redis to come back, as a BullMQ worker needs. `hasty`: they fail while it is away, for
   * hints that are worth nothing later.
   */
  readonly manner: 'patient' | 'hasty';
  onError(error: Error): void;
}

/** A connection that is made anew for as long as it is wanted, and whose failures end nothing. */
export function createRedisClient({ url, name, manner, onError }: ClientOptions): Redis {
  const client = new Redis(url, {
    connectionName: `weftwork ${name}`,
    connectTimeout: CONNECT_MS,
    keepAlive: 5_000,
    // It would do so in a promise that nobody handles when the connection goes again; see `redis-wakes.ts`.
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE_MS),
    ...(manner === 'patient'
      ? { maxRetriesPerRequest: null }
      : { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: COMMAND_MS }),
  });
  client.on('error', onError);
  return client;
}
