import type {
  BlobStore,
  RunObserver,
  RunReader,
  RunStore,
  SessionStore,
  WorkerRegistry,
  WorkflowStore,
} from '@weftwork/runtime';
import { blobStore } from './blobs';
import { cancelling } from './cancel';
import { children } from './children';
import { claiming } from './claim';
import { commitPath } from './commit/commit';
import { createCommitLane } from './commit/commit-lane';
import { createCommitQueue } from './commit/commit-queue';
import { createVersionKeyCache } from './commit/version-keys';
import { type ConnectionSettings, createPool } from './connection';
import { facts } from './facts';
import { leases } from './leases';
import { limits } from './limits';
import { runLog } from './log';
import { runReader } from './run-reader';
import { sessionStore } from './session-store';
import { signals } from './signals';
import { timers } from './timers';
import { inStatement } from './transaction';
import { workerRegistry } from './worker-registry';
import { workflowStore } from './workflow-store';

export interface PostgresStoreOptions extends ConnectionSettings {
  /** Connections for reads and writes of people. Commits have two of their own, all that moves runs up to four. */
  readonly maxConnections?: number;
  /** Told how many runs each commit statement carried, and how long it took. */
  readonly observer?: Pick<RunObserver, 'commitSent'>;
}

/** Everything that is kept in PostgreSQL, behind the runtime's ports. */
export interface PostgresStore {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly workflows: WorkflowStore;
  readonly blobs: BlobStore;
  readonly sessions: SessionStore;
  readonly workers: WorkerRegistry;
  /** What the clock of the database shows, in epoch milliseconds. */
  readTime(): Promise<number>;
  /** Waits for commits under way and closes every connection. */
  close(): Promise<void>;
}

/** Claims, renewals, facts and timers: few at a time, and never behind the reads of people. */
const WORK_CONNECTIONS = 4;
const DEFAULT_CONNECTIONS = 6;

const TIME = 'SELECT 1000 * extract(epoch FROM clock_timestamp())::float8 AS now';

/** Connects on first use. The schema must be there: see `migrate`. */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const work = createPool(
    options,
    'pinned',
    Math.min(WORK_CONNECTIONS, options.maxConnections ?? WORK_CONNECTIONS),
  );
  const pool = createPool(options, 'default', options.maxConnections ?? DEFAULT_CONNECTIONS);
  const lanes = [createCommitLane(options), createCommitLane(options)];
  const queue = createCommitQueue(lanes, options.observer);
  return {
    runs: {
      ...commitPath(queue, createVersionKeyCache(work), work),
      ...runLog(work),
      ...claiming(work),
      ...leases(work),
      ...facts(work),
      ...cancelling(work),
      ...children(work),
      ...timers(work),
      ...signals(work),
      ...limits(work),
    },
    reader: runReader(pool),
    workflows: workflowStore(pool),
    blobs: blobStore(pool),
    sessions: sessionStore(pool),
    workers: workerRegistry(pool),
    async readTime() {
      const { rows } = await inStatement(() => pool.query<{ now: number }>(TIME));
      return rows[0]!.now;
    },
    async close() {
      await queue.close();
      await Promise.all(lanes.map((lane) => lane.close()));
      await Promise.all([work.end(), pool.end()]);
    },
  };
}
