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

/*
 * What the API answers, as far as the studio reads it (DESIGN section 5).
 */

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

export interface WorkflowSummary {
  readonly id: string;
  readonly name: string;
  readonly draft: {
    readonly graph?: WorkflowGraph;
    readonly layout?: Layout | null;
    readonly revision: number;
  };
  readonly published?: PublishedVersion | null;
  readonly archivedAt?: string | null;
  readonly updatedAt?: string;
}

export interface Workflow extends WorkflowSummary {
  readonly draft: {
    readonly graph: WorkflowGraph;
    readonly layout?: Layout | null;
    readonly revision: number;
  };
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

export interface NodeRun {
  readonly id: string;
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly attempt: number;
  readonly status: NodeRunStatus;
  readonly reason?: string | null;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly error?: RunError | null;
  readonly childRunId?: string | null;
  readonly startedAt?: string | null;
  readonly endedAt?: string | null;
  readonly artifacts?: readonly Artifact[];
  readonly messages?: readonly JsonValue[];
  readonly metadata?: JsonObject;
  readonly warnings?: readonly RunWarning[];
}

export type GateMode = 'approval' | 'form' | 'signal';

export interface Gate {
  readonly stepId: string;
  readonly nodeId: string;
  readonly iterationPath?: readonly number[];
  readonly mode: GateMode;
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly message: JsonValue;
  readonly show?: JsonObject | null;
  readonly schema?: JsonObject | null;
  readonly deadlineAt?: string | null;
}

/** A run as lists show it: the members of a whole run may be left out. */
export interface RunSummary {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName?: string;
  readonly status: RunStatus;
  readonly waitReason?: WaitReason | null;
  readonly version?: number | 'draft';
  readonly graphHash?: string;
  readonly error?: RunError | null;
  readonly parentRunId?: string | null;
  readonly createdAt?: string;
  readonly startedAt?: string | null;
  readonly endedAt?: string | null;
  readonly nodeRuns?: readonly NodeRun[];
  readonly gates?: readonly Gate[];
}

export interface Run extends RunSummary {
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly warnings: readonly RunWarning[];
  readonly lastSeq: number;
  readonly artifacts: readonly Artifact[];
  readonly nodeRuns: readonly NodeRun[];
  readonly gates: readonly Gate[];
  /** The graph that ran, where the server sends it along. */
  readonly graph?: WorkflowGraph;
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
