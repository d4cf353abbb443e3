import { isApiError } from '../api/http';

/** Requests in flight at once: the service has other work too. */
const AT_ONCE = 4;

export interface CancelReport {
  readonly cancelled: number;
  /** Had ended before, or were gone: nothing was left to cancel. */
  readonly ended: number;
  /** May go on still: why is in `error`. */
  readonly failed: readonly string[];
  readonly error: unknown;
}

/** Cancels each run; what became of them, told apart. */
export async function cancelRuns(
  ids: readonly string[],
  cancel: (id: string) => Promise<unknown>,
): Promise<CancelReport> {
  const left = [...ids];
  const failed: string[] = [];
  let [cancelled, ended] = [0, 0];
  let error: unknown;
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      try {
        await cancel(id);
        cancelled += 1;
      } catch (cause) {
        if (isApiError(cause) && (cause.status === 409 || cause.status === 404)) {
          ended += 1;
          continue;
        }
        failed.push(id);
        error = cause;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { cancelled, ended, failed, error };
}
