import type { RunQueue, WakeChannel } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';
import type { Redis } from 'ioredis';
import { createBullmqQueue, KEY_PREFIX } from './bullmq-queue';
import { createRedisClient } from './redis-client';
import { denial, isReply, isSilence, isUnreachable } from './redis-errors';
import { createRedisWakes } from './redis-wakes';

/** How long a start waits for Redis before it goes on without. */
const FIRST_WAIT_MS = 2_000;
/** A Redis that is there and of no use is tried again so often: what stood in the way may be mended without a word. */
const TRY_AGAIN_MS = 2_000;

export interface RedisHintsOptions {
  readonly url: string;
  /** Redis went away (told once), came back, or one refused the other. */
  onChange?(state: RedisState, reason: string): void;
}

/**
 * `refused`: it is there but would drop keys under memory pressure, so it is not used. `denied`: it is there and does
 * not do what it is asked, because of a wrong password, missing rights, or since it may not write.
 */
export type RedisState = 'connected' | 'away' | 'refused' | 'denied';

/** The hints of a cluster over one Redis. Nothing here is needed to go on: without it, the database is polled. */
export interface RedisHints {
  readonly queue: RunQueue;
  readonly wakes: WakeChannel;
  readonly state: RedisState;
  /** Why it is not used; empty while it is. */
  readonly reason: string;
  close(): Promise<void>;
}

/**
 * Connects and answers after the first answer of Redis, or when it has taken too long. Throws `CONFIGURATION_INVALID`
 * when Redis is there and its `maxmemory-policy` is another than `noeviction`.
 */
export async function createRedisHints({ url, onChange = () => {} }: RedisHintsOptions): Promise<RedisHints> {
  let state = 'away' as RedisState;
  let reason = 'it has not answered yet';
  const change = (next: RedisState, because: string) => {
    if (state === next) return;
    reason = because;
    state = next;
    answered();
    onChange(next, because);
  };
  const onError = (error: Error) => {
    if (isReply(error)) change('denied', denial(error));
    else if (state === 'denied' && isUnreachable(error)) change('away', error.message);
    else if (state === 'connected' && isSilence(error)) change('away', 'it does not answer');
    else if (state === 'away') reason = error.message;
  };
  let answered = () => {};
  const firstAnswer = new Promise<void>((resolve) => {
    answered = resolve;
    setTimeout(resolve, FIRST_WAIT_MS).unref();
  });
  const producer = createRedisClient({ url, name: 'hints', manner: 'hasty', onError });
  const subscriber = createRedisClient({ url, name: 'wakes', manner: 'hasty', onError });
  const channel = `${KEY_PREFIX}:${producer.options.db ?? 0}:wakes`;
  let judging = false;
  const judge = async () => {
    if (judging) return;
    judging = true;
    try {
      const problem = await evictionProblem(producer);
      if (!problem) await tryOut(producer, channel);
      // It went away again before it answered: the next connection is judged anew.
      if (producer.status !== 'ready') return;
      if (problem) change('refused', problem);
      else change('connected', '');
    } catch (error) {
      onError(error as Error);
    } finally {
      judging = false;
    }
  };
  producer.on('ready', () => void judge());
  // One that denied us is heard to do so again at each connection; until something else is known, that is how it is.
  producer.on('close', () => state !== 'denied' && change('away', 'the connection was closed'));
  const again = setInterval(() => {
    if (state !== 'connected' && producer.status === 'ready') void judge();
  }, TRY_AGAIN_MS);
  again.unref();
  const isUsable = () => state === 'connected';

  const queue = createBullmqQueue({
    producer,
    connectWorker: () => createRedisClient({ url, name: 'worker', manner: 'patient', onError }),
    isUsable,
    onError,
  });
  const wakes = createRedisWakes({ publisher: producer, subscriber, channel, isUsable, onError });
  const close = async () => {
    clearInterval(again);
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
    get reason() {
      return reason;
    },
    close,
  };
}

/** What the queue needs, as one trial: that scripts may write, and that messages may be sent. */
async function tryOut(client: Redis, channel: string): Promise<void> {
  await client.eval("return redis.call('set', KEYS[1], '1', 'PX', 1000)", 1, `${KEY_PREFIX}:trial`);
  await client.publish(channel, '[""]');
}

/** A Redis that drops keys would drop wake-ups in silence, and BullMQ's own records with them. */
async function evictionProblem(client: Redis): Promise<string | undefined> {
  // Who may not ask cannot know.
  const memory = await client.info('memory').catch((error: Error) => {
    if (isReply(error)) return '';
    throw error;
  });
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (policy === undefined || policy === 'noeviction') return undefined;
  return `Redis has maxmemory-policy ${policy} and could drop wake-ups. Set it to noeviction, or give Weftwork a Redis of its own.`;
}
