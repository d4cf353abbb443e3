import type {
  EventEnvelope,
  Issue,
  JsonObject,
  JsonValue,
  RunError,
  RunStatus,
  WaitReason,
} from '@weftwork/schema';

/*
 * What the commands need of a service; `createApi` gives it over HTTP.
 */

export interface WorkflowView {
  readonly id: string;
  readonly name: string;
  readonly draft: { readonly graph: JsonObject; readonly revision: number };
  readonly published?: { readonly version: number; readonly graphHash: string } | undefined;
  readonly archivedAt?: string | undefined;
}

export interface PublishReport {
  readonly version: number;
  readonly graphHash: string;
  readonly clamps: readonly { readonly path: string; readonly asked: number; readonly given: number }[];
  readonly warnings: readonly Issue[];
}

export interface RunView {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number | 'draft';
  readonly status: RunStatus;
  readonly waitReason?: WaitReason | undefined;
  readonly output?: JsonObject | undefined;
  readonly error?: RunError | undefined;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly createdAt?: string | undefined;
  readonly endedAt?: string | undefined;
}

export interface GateView {
  readonly stepId: string;
  readonly nodeId: string;
  readonly mode: 'approval' | 'form' | 'signal';
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly message: JsonValue;
  readonly show?: JsonObject | undefined;
  readonly schema?: JsonObject | undefined;
  readonly deadlineAt?: string | undefined;
}

export interface RunDetails extends RunView {
  readonly artifacts: readonly {
    readonly artifactId: string;
    readonly name: string;
    readonly bytes?: number | undefined;
  }[];
  readonly nodeRuns: readonly {
    readonly id: string;
    readonly nodeId: string;
    readonly status: string;
    readonly error?: RunError | undefined;
  }[];
  readonly gates: readonly GateView[];
}

export interface StartRun {
  readonly workflowId: string;
  readonly version?: number | 'draft';
  readonly input: JsonObject;
}

/** Throws `CodedError` for every problem that the service reports. */
export interface Api {
  createWorkflow(graph: JsonObject, layout?: JsonObject): Promise<{ id: string; issues: readonly Issue[] }>;
  getWorkflow(id: string): Promise<WorkflowView>;
  listWorkflows(): AsyncIterable<WorkflowView>;
  saveDraft(id: string, revision: number, graph: JsonObject, layout?: JsonObject): Promise<unknown>;
  validate(id: string, graph: JsonObject): Promise<readonly Issue[]>;
  publish(id: string): Promise<PublishReport>;
  duplicate(id: string, name: string): Promise<{ id: string }>;
  archive(id: string): Promise<void>;
  startRun(run: StartRun): Promise<RunView>;
  getRun(id: string): Promise<RunDetails>;
  /** The graph that a run executes. */
  getRunGraph(id: string): Promise<JsonObject>;
  listRuns(query: { status?: string; workflowId?: string; limit: number }): Promise<readonly RunView[]>;
  /** Events from the first one on, as they come, until the terminal one. Ends quietly when aborted. */
  followRun(id: string, signal: AbortSignal): AsyncIterable<EventEnvelope>;
  cancelRun(id: string): Promise<void>;
  approve(runId: string, stepId: string, reason?: string): Promise<void>;
  reject(runId: string, stepId: string, mode: 'approval' | 'form', reason?: string): Promise<void>;
  answer(runId: string, stepId: string, data: JsonValue): Promise<void>;
  settle(runId: string, stepId: string, outcome: string, data?: JsonObject): Promise<void>;
  artifact(id: string): Promise<Uint8Array>;
  createSignInLink(): Promise<{ url: string }>;
}
