import type { NodeImplementations } from './executor';
import type {
  BlobStore,
  Clock,
  RunObserver,
  RunQueue,
  RunReader,
  RunStore,
  WakeChannel,
  WorkerIdentity,
  WorkflowStore,
} from './ports';
import type { Runtime } from './runtime-api';
import type { Quotas } from './workflows/quotas';

/** What an app joins to a runtime. */
export interface RuntimeParts {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly workflows: WorkflowStore;
  readonly blobs: BlobStore;
  readonly queue: RunQueue;
  /** How this process hears what others do, and they of it; absent where there are no others. */
  readonly wakes?: WakeChannel;
  readonly nodes: NodeImplementations;
  /** Freezes a draft as an unlisted version; see `WorkflowService`. */
  freezeDraft(
    workspaceId: string,
    workflowId: string,
    by: string,
    ifRevision?: number,
  ): Promise<{ readonly versionId: string }>;
  readSecret?(workspaceId: string, name: string): string | undefined;
  readonly clock?: Clock;
  /** The system's limits on single attempts. */
  readonly quotas?: Quotas;
  /** Runs walked at a time; with 0 this process only admits runs, answers and listens. */
  readonly slots?: number;
  readonly leaseMs?: number;
  /** How often the store is looked at for what no wake-up told of; 1 s. */
  readonly pollMs?: number;
  readonly signalRetentionMs?: number;
  /** Nobody else uses the store: leases left by a process that died are ended at the start. */
  readonly embedded?: boolean;
  /** Told of what happens; absent it costs nothing. */
  readonly observer?: RunObserver;
  onTrouble?(where: string, error: unknown, runId?: string): void;
}

export interface LocalRuntime extends Runtime {
  /** Begins to look for work and to keep time. */
  start(): Promise<void>;
  /** To be told when a workflow changed in this process. */
  forgetWorkflow(workspaceId: string, workflowId: string): void;
  readonly activeRuns: number;
  /** As others may know it: its id owns its leases. */
  readonly worker: Omit<WorkerIdentity, 'name'>;
  readonly isDraining: boolean;
}
