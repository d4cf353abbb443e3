import { ERROR_CATALOGUE, type ErrorCode, type ErrorKind } from './error-codes';

/** One violation inside a document that was sent: `path` is a JSON Pointer into it. */
export interface ErrorDetail {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** What of an error is stored with a run, sent over HTTP and printed by the CLI. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly nodeId?: string;
  readonly iterationPath?: readonly number[];
  /** What of the node it is about, where that is known: a JSON Pointer from the node. */
  readonly field?: string;
}

/**
 * Every error that leaves a package. The message says what happened, to what, and what to do;
 * it never holds a secret. `kind` says who can act: `user` fixes input, `transient` may be tried again,
 * `defect` is ours.
 */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  /** The HTTP status that the API answers with. */
  readonly status: number;
  readonly errors: readonly ErrorDetail[];
  /** Further members of the problem document, such as both revisions of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; errors?: readonly ErrorDetail[]; extra?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CodedError';
    this.code = code;
    this.kind = ERROR_CATALOGUE[code].kind;
    this.status = ERROR_CATALOGUE[code].status;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
  }
}

export function isCodedError(value: unknown): value is CodedError {
  return value instanceof CodedError;
}
