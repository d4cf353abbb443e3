import type { JsonObject, JsonValue, RunError, RunStatus, RunWarning, Spilled } from '@weftwork/schema';
import type { RunLimit } from './ports';

/*
 * The runtime as API, CLI and tests call it. Reading runs is not its business: see `RunReader`.
 */

export interface StartRunRequest {
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly workflowId: string;
  /** Absent for the latest published one; `draft` freezes the draft first. */
  readonly version?: number | 'draft';
  /** Of the draft: another one is not run. */
  readonly ifRevision?: number;
  /** The run that is run again; its version (a frozen draft included) is taken when this is set. */
  readonly fromRun?: string;
  readonly input: JsonObject;
  readonly idempotencyKey?: { readonly key: string; readonly bodyHash: string };
  /** The caller's span: the run becomes part of its trace. W3C Trace Context, checked. */
  readonly traceparent?: string;
  /** Of the run that asks for this one through the API; absent when nobody does. */
  readonly callerDepth?: number;
  /** Among the runs of its workspace that wait for a free place the higher goes first: -100 to 100, 0 when absent. */
  readonly priority?: number;
}

export interface RunHandle {
  readonly runId: string;
  /** The idempotency key was known: this is the run it started before. */
  readonly replayed: boolean;
  /** What the run executes, where it is known without a read; a caller that needs it otherwise reads the run. */
  readonly runs?: {
    readonly version: number | 'draft';
    readonly graphHash: string;
    readonly workflowName: string;
    /** As stored: with the defaults of the workflow's `inputSchema`. */
    readonly input: JsonObject;
  };
}

/** How a run stood when it was terminal or waited for somebody within the time the caller gave. */
export interface SettledRun {
  readonly status: RunStatus;
  readonly output?: JsonObject;
  readonly spilled?: Spilled;
  readonly error?: RunError;
  readonly warnings: readonly RunWarning[];
  readonly lastSeq: number;
}

export type RunMessage =
  /** Events from this number on were committed. */
  | { readonly kind: 'events'; readonly fromSeq: number }
  /** A piece of streamed text; not stored. */
  | {
      readonly kind: 'delta';
      readonly nodeId: string;
      readonly iterationPath?: readonly number[];
      readonly attempt: number;
      readonly text: string;
    };

interface RunAction {
  readonly workspaceId: string;
  readonly runId: string;
  readonly by: string;
}

export interface CancelRunRequest extends RunAction {}

export interface AnswerGateRequest extends RunAction {
  readonly stepId: string;
  readonly decision: 'approved' | 'rejected' | 'answered';
  readonly data?: JsonValue;
  readonly comment?: string | null;
}

export interface SettleStepRequest extends RunAction {
  readonly stepId: string;
  readonly outcome: 'done' | 'failed' | 'again';
  readonly data?: JsonObject;
}

export interface SendSignalRequest {
  readonly workspaceId: string;
  readonly by: string;
  readonly name: string;
  readonly key: string;
  readonly payload: JsonValue;
  readonly idempotencyId?: string;
}

/** Where a signal went. It is kept whatever the lists hold, and offered to those who begin to wait later. */
export interface SentSignal {
  readonly signalId: string;
  /** The idempotency id was known: this is the signal of then, and nothing was delivered now. */
  readonly duplicate: boolean;
  readonly delivered: readonly { readonly runId: string; readonly stepId: string }[];
  /** Gates that wait on, since the payload does not fit their schema. */
  readonly rejected: readonly { readonly runId: string; readonly stepId: string; readonly message: string }[];
}

export interface Runtime {
  /**
   * Admits a run. With `waitSeconds` it answers once the run is terminal or a person, a signal or a settlement is
   * needed (`settled`), or when the time is over. Throws `NOT_FOUND`, `ARCHIVED`, `NOT_PUBLISHED`, `GRAPH_INVALID`,
   * `INVALID_INPUT`, `IDEMPOTENCY_CONFLICT`, `SHUTTING_DOWN`.
   */
  startRun(
    request: StartRunRequest,
    options?: { waitSeconds?: number },
  ): Promise<RunHandle & { readonly settled?: SettledRun }>;
  /** Throws `NOT_FOUND`, `RUN_TERMINAL`. */
  cancelRun(request: CancelRunRequest): Promise<void>;
  /** Throws `NOT_FOUND`, `GATE_NOT_OPEN`, `GATE_WRONG_MODE`, `INVALID_INPUT` with each violation. */
  answerGate(request: AnswerGateRequest): Promise<void>;
  /** Throws `NOT_FOUND`, `STEP_NOT_UNKNOWN`. */
  settleStep(request: SettleStepRequest): Promise<void>;
  /** Throws `BODY_TOO_LARGE`. */
  sendSignal(request: SendSignalRequest): Promise<SentSignal>;
  /** How many runs of a workflow, or of a whole workspace, may be running at the same time; null for no limit. */
  setLimit(limit: {
    readonly workspaceId: string;
    readonly workflowId?: string;
    readonly maxRunning: number | null;
  }): Promise<void>;
  listLimits(workspaceId: string): Promise<readonly RunLimit[]>;
  /** Messages of one run as they come, after their commit. A hint: the log is the truth. Answers how to stop. */
  subscribe(runId: string, listener: (message: RunMessage) => void): () => void;
  /** Takes no new work, lets what runs come to a safe point, gives leases back. */
  drain(graceMs: number): Promise<void>;
}
