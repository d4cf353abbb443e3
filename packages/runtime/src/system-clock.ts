import type { Clock } from './ports';

/** The process's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimer(ms, fire) {
    // Longer delays overflow to zero in Node; who waits that long is asked again on the way.
    const timer = setTimeout(fire, Math.min(ms, 2 ** 31 - 1));
    return { cancel: () => clearTimeout(timer) };
  },
};
