import { randomUUID } from 'node:crypto';
import type { RunQueue } from '@weftwork/runtime';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';

const QUEUE_NAME = 'runs';
export const KEY_PREFIX = 'weftwork';
/** Wake-ups in hand at once. Each stays so only until its run is claimed, and many are claimed in one statement. */
const MOST_IN_HAND = 64;
/** After a failed command; BullMQ's 15 s would be longer than a run may wait. */
const RETRY_MS = 500;
const CLOSE_MS = 1_000;

export interface BullmqQueueOptions {
  /** Fails commands while Redis is away. */
  readonly producer: Redis;
  /** A new connection for a worker, which waits while Redis is away. */
  connectWorker(): Redis;
  /** Whether wake-ups may be put into Redis now. */
  isUsable(): boolean;
  onError(error: Error): void;
}

/**
 * Wake-ups as BullMQ jobs: each says "look at this run", has an id of its own that is never used again, is tried once
 * and leaves nothing behind. Whether the run moves is decided by the claim, so a job that is lost or comes twice does
 * no harm.
 */
export function createBullmqQueue(options: BullmqQueueOptions): RunQueue {
  const { producer, onError } = options;
  const process = randomUUID();
  let jobs = 0;
  let pending = new Set<string>();
  let queue: Queue | undefined;
  let worker: Worker | undefined;
  let workerClient: Redis | undefined;
  let room = 0;

  function flush(): void {
    const runIds = [...pending];
    pending = new Set();
    if (!options.isUsable()) return;
    queue ??= openQueue(producer, onError);
    const added = runIds.map((runId) => ({
      name: 'look',
      data: { runId },
      opts: { jobId: `${process}-${++jobs}` },
    }));
    queue.addBulk(added).catch(onError);
  }

  function applyRoom(): void {
    if (!worker) return;
    if (room > 0) {
      worker.concurrency = Math.min(room, MOST_IN_HAND);
      if (worker.isPaused()) void worker.resume();
    } else if (!worker.isPaused()) void worker.pause(true);
  }

  return {
    notify(runId) {
      if (pending.size === 0) setImmediate(flush);
      pending.add(runId);
    },

    onNotify(listener) {
      workerClient = options.connectWorker();
      worker = new Worker(QUEUE_NAME, async (job) => listener((job.data as { runId: string }).runId), {
        connection: workerClient,
        prefix: KEY_PREFIX,
        concurrency: MOST_IN_HAND,
        runRetryDelay: RETRY_MS,
        skipVersionCheck: true,
        // A job is in hand for milliseconds.
        skipLockRenewal: true,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
      });
      worker.on('error', onError);
      applyRoom();
      return () => {
        room = 0;
        applyRoom();
      };
    },

    setRoom(slots) {
      if (slots === room) return;
      room = slots;
      applyRoom();
    },

    async close() {
      const closing = Promise.all([worker?.close(), queue?.close()]).catch(onError);
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
      workerClient?.disconnect();
    },
  };
}

function openQueue(connection: Redis, onError: (error: Error) => void): Queue {
  const queue = new Queue(QUEUE_NAME, {
    connection,
    prefix: KEY_PREFIX,
    skipVersionCheck: true,
    streams: { events: { maxLen: 100 } },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', onError);
  return queue;
}
