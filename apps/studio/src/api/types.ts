/*
 * What the API answers, as far as the studio reads it.
 */

import type { GateView as Gate, NodeRunView as NodeRun } from '@weftwork/runtime/run-view';
import type {
  Artifact,
  EventEnvelope,
  Issue,
  JsonObject,
  JsonValue,
  Layout,
  NodeRunStatus,
  RunError,
  RunStatus,
  RunWarning,
  Spilled,
  WaitReason,
  WorkflowGraph,
  WorkflowNode,
} from '@weftwork/schema';

export type {
  Artifact,
  EventEnvelope,
  Gate,
  Issue,
  JsonObject,
  JsonValue,
  Layout,
  NodeRun,
  NodeRunStatus,
  RunError,
  RunStatus,
  RunWarning,
  Spilled,
  WaitReason,
  WorkflowGraph,
  WorkflowNode,
};

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PublishedVersion {
  readonly version: number;
  readonly graphHash: string;
}

export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly draft: {
    readonly graph: WorkflowGraph;
    readonly layout?: Layout | null;
    readonly revision: number;
    /** Who saved this revision, and when; absent where nobody is known. */
    readonly savedBy?: string;
    readonly savedAt?: string;
  };
  readonly published?: PublishedVersion;
  /** Whether publishing the draft would give another version; absent while nothing is published. */
  readonly draftDiffers?: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt?: string;
}

/** Who is signed in. */
export interface Session {
  readonly userId: string;
}

/** What nodes may name in this installation. */
export interface NodeOptions {
  readonly skills: readonly { readonly name: string; readonly description: string }[];
  readonly connections: readonly string[];
  readonly providers: readonly { readonly name: string; readonly label: string }[];
}

/** What a file of a workflow holds. */
export interface WorkflowFile {
  readonly graph: WorkflowGraph;
  readonly layout?: Layout | null;
}

export interface SavedDraft {
  readonly id: string;
  readonly revision: number;
  readonly issues: readonly Issue[];
}

export interface PublishReport extends PublishedVersion {
  readonly clamps: readonly { readonly path: string; readonly asked: number; readonly given: number }[];
  readonly warnings: readonly Issue[];
}

export interface WorkflowVersion extends PublishedVersion {
  readonly canonical: string;
  readonly graph: WorkflowGraph;
  readonly layout?: Layout | null;
  readonly publishedAt: string;
  readonly publishedBy: string;
  /** What its author said is new. */
  readonly note?: string;
}

export interface ImportReport {
  readonly workflows: readonly {
    readonly id: string;
    readonly name?: string;
    readonly issues?: readonly Issue[];
  }[];
  readonly report: readonly {
    readonly nodeId: string | null;
    readonly outcome: string;
    readonly message: string;
  }[];
}

export interface OpenGate extends Gate {
  readonly runId: string;
}

/** A run as lists show it. */
export interface RunSummary {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number | 'draft';
  readonly graphHash: string;
  readonly status: RunStatus;
  readonly waitReason?: WaitReason | undefined;
  readonly input?: JsonObject;
  readonly output?: JsonObject | undefined;
  /** Values of the output that stand in artifacts; the output holds the start of each. */
  readonly spilled?: Spilled | undefined;
  readonly error?: RunError | undefined;
  readonly warnings: readonly RunWarning[];
  readonly lastSeq: number;
  readonly parentRunId?: string;
  readonly createdBy?: string;
  readonly createdAt?: string;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
}

export interface Run extends RunSummary {
  readonly artifacts: readonly (Artifact & { readonly bytes?: number; readonly sha256?: string })[];
  readonly nodeRuns: readonly NodeRun[];
  readonly gates: readonly Gate[];
}

export interface StartRun {
  readonly workflowId: string;
  readonly version?: number | 'draft';
  readonly input: JsonValue;
  /** Among the runs that wait for a free place the higher goes first. */
  readonly priority?: number;
}

export interface Settlement {
  readonly outcome: 'done' | 'failed' | 'again';
  readonly data?: JsonObject;
}

/** How many runs of a workflow have not ended. */
export interface OpenRuns {
  readonly workflowId: string;
  readonly running: number;
  readonly queued: number;
  readonly waiting: number;
}

/** null is no limit. */
export interface Limits {
  readonly maxRunning: number | null;
  readonly workflows: readonly { readonly workflowId: string; readonly maxRunning: number | null }[];
  readonly open: readonly OpenRuns[];
}

/** A signal as it is kept. */
export interface Signal {
  readonly signalId: string;
  readonly name: string;
  readonly key: string;
  readonly payload: JsonValue;
  readonly sentBy: string;
  readonly receivedAt: string;
}

interface SignalPlace {
  readonly runId: string;
  readonly stepId: string;
}

/** Where a signal went; steps it did not fit wait on. */
export interface SignalAnswer {
  readonly delivered: readonly SignalPlace[];
  readonly rejected: readonly (SignalPlace & { readonly message: string })[];
}
