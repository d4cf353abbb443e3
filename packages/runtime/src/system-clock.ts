import type { Clock } from './ports';

/** Taken before Next wraps it in its own bookkeeping, which costs more than the call. */
const now = Date.now;

/** The process's own time. */
export const systemClock: Clock = {
  now: () => now(),
  monotonic: () => performance.now(),
  setTimer(ms, fire) {
    // Longer delays overflow to zero in Node; who waits that long is asked again on the way.
    const timer = setTimeout(fire, Math.min(ms, 2 ** 31 - 1));
    return { cancel: () => clearTimeout(timer) };
  },
  soon: (fire) => void setImmediate(fire),
};
