import type { RunQueue, WakeChannel } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';
import type { Redis } from 'ioredis';
import { createBullmqQueue, KEY_PREFIX } from './bullmq-queue';
import { createRedisClient } from './redis-client';
import { createRedisWakes } from './redis-wakes';

/** How long a start waits for Redis before it goes on without. */
const FIRST_WAIT_MS = 2_000;

export interface RedisHintsOptions {
  readonly url: string;
  /** Redis went away (told once), came back, or refused something. */
  onChange?(state: RedisState, reason: string): void;
}

/** `refused`: it is there but would drop keys under memory pressure, so it is not used. */
export type RedisState = 'connected' | 'away' | 'refused';

/** The hints of a cluster over one Redis. Nothing here is needed to go on: without it, the database is polled. */
export interface RedisHints {
  readonly queue: RunQueue;
  readonly wakes: WakeChannel;
  readonly state: RedisState;
  close(): Promise<void>;
}

/**
 * Connects and answers after the first answer of Redis, or when it has taken too long. Throws `CONFIGURATION_INVALID`
 * when Redis is there and its `maxmemory-policy` is another than `noeviction`.
 */
export async function createRedisHints({ url, onChange = () => {} }: RedisHintsOptions): Promise<RedisHints> {
  let state = 'away' as RedisState;
  let reason = 'it has not answered yet';
  const onError = (error: Error) => {
    if (state === 'away') reason = error.message;
  };
  const change = (next: RedisState, because: string) => {
    if (state === next) return;
    reason = because;
    state = next;
    answered();
    onChange(next, because);
  };
  let answered = () => {};
  const firstAnswer = new Promise<void>((resolve) => {
    answered = resolve;
    setTimeout(resolve, FIRST_WAIT_MS).unref();
  });
  const producer = createRedisClient({ url, name: 'hints', manner: 'hasty', onError });
  const subscriber = createRedisClient({ url, name: 'wakes', manner: 'hasty', onError });
  const judge = async () => {
    const problem = await evictionProblem(producer).catch(() => undefined);
    // It went away again before it answered: the next connection is judged anew.
    if (producer.status !== 'ready') return;
    if (problem) change('refused', problem);
    else change('connected', '');
  };
  producer.on('ready', () => void judge());
  producer.on('close', () => change('away', 'the connection was closed'));
  const isUsable = () => state === 'connected';

  const queue = createBullmqQueue({
    producer,
    connectWorker: () => createRedisClient({ url, name: 'worker', manner: 'patient', onError }),
    isUsable,
    onError,
  });
  const channel = `${KEY_PREFIX}:${producer.options.db ?? 0}:wakes`;
  const wakes = createRedisWakes({ publisher: producer, subscriber, channel, isUsable, onError });
  const close = async () => {
    await Promise.all([queue.close(), wakes.close()]);
    producer.disconnect();
    subscriber.disconnect();
  };

  await firstAnswer;
  const standing = (): RedisState => state;
  if (standing() === 'away') onChange('away', reason);
  if (standing() === 'refused') {
    await close();
    throw new CodedError('CONFIGURATION_INVALID', reason);
  }
  return {
    queue,
    wakes,
    get state() {
      return state;
    },
    close,
  };
}

/** A Redis that drops keys would drop wake-ups in silence, and BullMQ's own records with them. */
async function evictionProblem(client: Redis): Promise<string | undefined> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await client.info('memory'))?.[1];
  if (policy === undefined || policy === 'noeviction') return undefined;
  return `Redis has maxmemory-policy ${policy} and could drop wake-ups. Set it to noeviction, or give Weftwork a Redis of its own.`;
}
