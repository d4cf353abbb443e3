/*
 * What the API answers, as far as the studio reads it.
 */

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
  WaitReason,
  WorkflowGraph,
} from '@weftwork/schema';

export type {
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
  WaitReason,
  WorkflowGraph,
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
  };
  readonly published?: PublishedVersion;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt?: string;
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

/** A large value stored as an artifact; the output holds a preview of it under the same key. */
export type Spilled = Readonly<Record<string, { readonly artifactId: string; readonly bytes: number }>>;

export interface NodeRun {
  readonly id: string;
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly attempt: number;
  readonly status: NodeRunStatus;
  readonly reason?: string;
  readonly input?: JsonValue;
  readonly output?: JsonObject | null;
  /** The output handle it took, where that is not `default`. */
  readonly handle?: string;
  readonly error?: RunError;
  readonly childRunId?: string;
  readonly retryAt?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly messages?: readonly JsonValue[];
  readonly artifacts?: readonly Artifact[];
  readonly metadata?: JsonObject;
  readonly warnings?: readonly RunWarning[];
  readonly spilled?: Spilled;
  /** Of a loop: `count` is null while it cannot be known. */
  readonly iterations?: {
    readonly count?: number | null;
    readonly started: number;
    readonly completed: number;
  };
}

export type GateMode = 'approval' | 'form' | 'signal';

export interface Gate {
  readonly stepId: string;
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly mode: GateMode;
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly message: JsonValue;
  readonly show?: JsonObject;
  readonly schema?: JsonObject;
  readonly deadlineAt?: string;
  readonly openedAt: string;
  readonly decision?: 'approved' | 'rejected' | 'answered' | 'timed_out';
  readonly decidedBy?: string;
  readonly comment?: string | null;
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
  readonly artifacts: readonly (Artifact & { readonly bytes?: number })[];
  readonly nodeRuns: readonly NodeRun[];
  readonly gates: readonly Gate[];
}

export interface StartRun {
  readonly workflowId: string;
  readonly version?: number | 'draft';
  readonly input: JsonValue;
}

export interface Settlement {
  readonly outcome: 'done' | 'failed' | 'again';
  readonly data?: JsonObject;
}
