import type { BlobStore, RunReader, RunStore, SessionStore, WorkflowStore } from '@weftwork/runtime';
import { Pool } from 'pg';
import { blobStore } from './blobs';
import { cancelling } from './cancel';
import { children } from './children';
import { claiming } from './claim';
import { commitPath } from './commit/commit';
import { createCommitLane } from './commit/commit-lane';
import { createCommitQueue } from './commit/commit-queue';
import { createVersionKeyCache } from './commit/version-keys';
import { type ConnectionSettings, clientConfig } from './connection';
import { facts } from './facts';
import { leases } from './leases';
import { runLog } from './log';
import { runReader } from './run-reader';
import { sessionStore } from './session-store';
import { timers } from './timers';
import { workflowStore } from './workflow-store';

export interface PostgresStoreOptions extends ConnectionSettings {
  /** Connections for all but commits, which have two of their own. */
  readonly maxConnections?: number;
}

/** Everything that is kept in PostgreSQL, behind the runtime's ports. */
export interface PostgresStore {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly workflows: WorkflowStore;
  readonly blobs: BlobStore;
  readonly sessions: SessionStore;
  /** Waits for commits under way and closes every connection. */
  close(): Promise<void>;
}

const DEFAULT_CONNECTIONS = 8;

/** Connects on first use. The schema must be there: see `migrate`. */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const pool = new Pool({
    ...clientConfig(options),
    max: options.maxConnections ?? DEFAULT_CONNECTIONS,
    idleTimeoutMillis: 30_000,
  });
  // A lost idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {});
  const lanes = [createCommitLane(options), createCommitLane(options)];
  const queue = createCommitQueue(lanes);
  return {
    runs: {
      ...commitPath(queue, createVersionKeyCache(pool), pool),
      ...runLog(pool),
      ...claiming(pool),
      ...leases(pool),
      ...facts(pool),
      ...cancelling(pool),
      ...children(pool),
      ...timers(pool),
    },
    reader: runReader(pool),
    workflows: workflowStore(pool),
    blobs: blobStore(pool),
    sessions: sessionStore(pool),
    async close() {
      await queue.close();
      await Promise.all(lanes.map((lane) => lane.close()));
      await pool.end();
    },
  };
}
