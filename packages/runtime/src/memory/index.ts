import type { BlobStore, RunReader, RunStore, SessionStore, WorkerRegistry, WorkflowStore } from '../ports';
import { memoryBlobStore } from './memory-blob-store';
import { memoryRunReader } from './memory-run-reader';
import { memoryRunStore } from './memory-run-store';
import { memorySessionStore } from './memory-session-store';
import { createMemoryState } from './memory-state';
import { memoryWorkerRegistry } from './memory-worker-registry';
import { memoryWorkflowStore } from './memory-workflow-store';

export { createMemoryQueue, createMemoryWakes } from './memory-hints';
export { queuedEvent } from './queued-event';
export { uuidV7 } from './uuid-v7';

/** All ports that store, sharing one state that lives as long as the object. For tests; nothing is durable. */
export interface MemoryStore {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly workflows: WorkflowStore;
  readonly blobs: BlobStore;
  readonly sessions: SessionStore;
  readonly workers: WorkerRegistry;
}

export function createMemoryStore({ now = Date.now }: { now?: () => number } = {}): MemoryStore {
  const state = createMemoryState(now);
  return {
    runs: memoryRunStore(state),
    reader: memoryRunReader(state),
    workflows: memoryWorkflowStore(state),
    blobs: memoryBlobStore(),
    sessions: memorySessionStore(now),
    workers: memoryWorkerRegistry(state),
  };
}
