import { type EventPayload, isCodedError, type JsonObject, type RunError } from '@weftwork/schema';
import { NodeError } from '../executor';
import { setRetryTimer } from './node-timers';
import type { Place, Recorder } from './recorder';

/** What an empty `retryOn` means. */
const DEFAULT_RETRY_KINDS = ['transient', 'rate_limit'];

export interface NodeFailure {
  readonly error: RunError;
  readonly retryKinds: readonly string[];
}

/** The failure of a node run, from whatever was thrown. What is not coded is a defect of ours and says so. */
export function failureOf(place: Place, thrown: unknown): NodeFailure {
  const { path } = place.scope;
  const where = { nodeId: place.node.id, ...(path.length === 0 ? {} : { iterationPath: [...path] }) };
  if (isCodedError(thrown)) {
    const kinds = thrown instanceof NodeError ? thrown.retryKinds : [];
    const retryKinds = thrown.kind === 'transient' && kinds.length === 0 ? ['transient'] : kinds;
    const { code, message, extra } = thrown;
    // Whoever noticed that time was up, the limit of the node had set it.
    const field = extra.field ?? (code === 'NODE_TIMEOUT' ? '/timeoutSeconds' : undefined);
    return {
      error: { code, message, ...where, ...(typeof field === 'string' ? { field } : {}) },
      retryKinds,
    };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { error: { code: 'INTERNAL', message: `Unexpected: ${message}`, ...where }, retryKinds: [] };
}

/**
 * Ends an attempt that failed by the node's own rules: another attempt, `continue`, the error branch, or failure.
 * The failure of an executor is a fact; one that was found while deciding is admitted.
 */
export function recordFailure(
  recorder: Recorder,
  place: Place,
  failure: NodeFailure,
  as: 'admit' | 'fact',
  options: { retry: boolean },
): void {
  const { node, scope, attempt } = place;
  if (options.retry && !scope.stopping && wantsRetry(place, failure.retryKinds)) {
    recordRetry(recorder, place, failure.error, as);
    return;
  }
  const { error } = failure;
  const write: Recorder['admitNode'] =
    as === 'fact' ? recorder.factNode.bind(recorder) : recorder.admitNode.bind(recorder);
  if (node.onError === 'continue' && !scope.stopping) {
    recorder.completed(place, as, node.node.fallback ?? null, { error });
  } else if (node.onError === 'branch' && node.connected.has('error') && !scope.stopping) {
    write(place, 'node.failed', { error, attempts: attempt, handle: 'error' });
  } else {
    write(place, 'node.failed', { error, attempts: attempt });
  }
}

/** A node run whose settings cannot be evaluated or carried out: it starts and fails at once. */
export function failAtStart(
  recorder: Recorder,
  place: Place,
  thrown: unknown,
  started: EventPayload<'node.started'> = {},
): void {
  recorder.admitNode(place, 'node.started', started);
  recordFailure(recorder, place, failureOf(place, thrown), 'admit', { retry: false });
}

function wantsRetry({ node, attempt }: Place, kinds: readonly string[]): boolean {
  const { retry } = node;
  if (!retry || attempt >= retry.maxAttempts) return false;
  const wanted = retry.retryOn.length === 0 ? DEFAULT_RETRY_KINDS : retry.retryOn;
  return wanted.includes('any') || kinds.some((kind) => wanted.includes(kind));
}

function recordRetry(recorder: Recorder, place: Place, error: RunError, as: 'admit' | 'fact'): void {
  const retry = place.node.retry!;
  const seconds = Math.min(retry.backoffSeconds * 2 ** (place.attempt - 1), retry.maxBackoffSeconds);
  const afterMs = Math.round(seconds * 1000);
  const data = {
    error,
    retryAt: new Date(recorder.clock.now() + afterMs).toISOString(),
    nextAttempt: place.attempt + 1,
  };
  if (as === 'fact') recorder.factNode(place, 'node.retrying', data);
  else recorder.admitNode(place, 'node.retrying', data);
  setRetryTimer(recorder, place, afterMs);
}

/** A recorded input stays small: what is too large shows its beginning. */
export function boundedInput(input: JsonObject, limit = 64 * 1024): JsonObject {
  const text = JSON.stringify(input);
  return text.length <= limit
    ? input
    : { preview: `${text.slice(0, 2048).toWellFormed()}…`, truncated: true };
}
