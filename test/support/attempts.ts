import { NodeError } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';

/** An executor that fails so many times, then says how often it was called. */
export const flaky = (failures: number, make: () => Error) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= failures) throw make();
    return nodeResult({ calls });
  };
};

/** An executor that ends only when it is told to. */
export const never = (_: JsonObject, ctx: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) =>
    ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason ?? new Error('aborted'))),
  );

/** Proven to have had no effect. */
export const refused = () =>
  new NodeError('HTTP_FAILED', 'refused', { retryKinds: ['transient'], outcome: 'notSent' });

/** Sent, and nobody knows what became of it. */
export const broken = () =>
  new NodeError('HTTP_FAILED', 'connection lost', { retryKinds: ['transient'], outcome: 'unclear' });

/** A retry policy without pauses. */
export const retry = (maxAttempts: number) => ({
  maxAttempts,
  backoffSeconds: 0,
  maxBackoffSeconds: 60,
  retryOn: [],
});
