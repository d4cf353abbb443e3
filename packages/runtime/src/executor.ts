import type { ExpressionScope } from '@weftwork/expressions';
import {
  type Artifact,
  CodedError,
  type ErrorCode,
  type ErrorDetail,
  isCodedError,
  type JsonObject,
  type NodeDefinition,
  type NodeResult,
  type NodeType,
  type RunWarning,
  type WorkflowNode,
} from '@weftwork/schema';

/** What an executor may use while it makes one attempt. */
export interface ExecutionContext {
  readonly runId: string;
  readonly workspaceId: string;
  readonly nodeId: string;
  readonly iterationPath: readonly number[];
  readonly attempt: number;
  /** The same on every attempt and after every takeover of this node run. */
  readonly idempotencyKey: string;
  /** Aborted at the time limit, on cancel and when the lease is lost. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The run at the top when this one is a child, else this one. */
  readonly rootRunId: string;
  /** How many runs lie above this one. Sent along with calls, so that one to our own API counts as one more. */
  readonly depth?: number;
  /** To be sent along with calls to others, where the run is traced. W3C Trace Context. */
  readonly traceparent?: string;
  /** The value of a secret; throws `SECRET_MISSING`. */
  secret(name: string): string;
  saveArtifact(file: { name: string; mimeType: string; bytes: Uint8Array }): Promise<Artifact>;
  readArtifact(artifactId: string): Promise<Uint8Array>;
  log(level: 'debug' | 'info' | 'warn' | 'error', text: string): void;
  /** A piece of streamed text for whoever watches; it is not stored. */
  delta(text: string): void;
}

/** Makes one attempt. `config` is resolved: templates evaluated, defaults filled in, `{"$secret"}` left for `ctx.secret`. */
export interface NodeExecutor {
  execute(config: JsonObject, ctx: ExecutionContext): Promise<NodeResult>;
}

export interface PureInput {
  readonly scope: ExpressionScope;
  /** Data of the sources of the live in-edges, each once, in edge order; for `merge`. With `any`: the winner alone. */
  readonly sources: readonly { readonly nodeId: string; readonly data: JsonObject | null }[];
}

export interface PureOutcome {
  readonly data: JsonObject;
  /** Absent for `default`. */
  readonly handle?: string;
  readonly warnings?: readonly RunWarning[];
}

/** `prepare` runs once per compiled version, the function it returns once per node run; both are synchronous and pure. */
export interface PureEvaluator {
  prepare(node: WorkflowNode): (input: PureInput) => PureOutcome;
}

/** A node type as the runtime sees it. Gates, children and loops need neither: the runtime itself carries them out. */
export interface NodeImplementation {
  readonly definition: NodeDefinition;
  readonly evaluator?: PureEvaluator;
  readonly executor?: NodeExecutor;
}

export type NodeImplementations = Readonly<Record<NodeType, NodeImplementation>>;

/**
 * How far a failed attempt got. `notSent`: proven to have had no effect (refused connection, DNS, bad input).
 * `answered`: the other side answered. `unclear`: something was sent and no answer was seen; for an at-most-once
 * effect the outcome is then unknown.
 */
export type AttemptOutcome = 'notSent' | 'answered' | 'unclear';

/** The failure of one attempt. `retryKinds` are matched against `retry.retryOn`. */
export class NodeError extends CodedError {
  readonly retryKinds: readonly string[];
  readonly outcome: AttemptOutcome;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      retryKinds?: readonly string[];
      outcome?: AttemptOutcome;
      cause?: unknown;
      errors?: readonly ErrorDetail[];
      /** What of the node is at fault, as a JSON Pointer from it; taken over from a cause that says so. */
      field?: string | undefined;
    } = {},
  ) {
    const { cause } = options;
    const field = options.field ?? (isCodedError(cause) ? cause.extra.field : undefined);
    super(code, message, field === undefined ? options : { ...options, extra: { field } });
    this.name = 'NodeError';
    this.retryKinds = options.retryKinds ?? [];
    this.outcome = options.outcome ?? 'answered';
  }
}
