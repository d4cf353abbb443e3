import { seededRandom } from './seeded-random';

/**
 * What may happen to a call of a port: it fails `before` anything was done or `after` all was done; its answer is
 * `lost`, so that the caller hears of a failure only later than a lease runs; or the answer is right and comes `late`.
 */
export type Fault = 'before' | 'after' | 'lost' | 'late';

export const FAULTS: readonly Fault[] = ['before', 'after', 'lost', 'late'];

/** Decides the fate of each call, and counts what it did. */
export interface FaultPlan {
  /** `method` as `runs.commit`. */
  next(method: string): Fault | undefined;
  /** How often each fault was injected, by method and fault: `runs.commit after`. */
  readonly injected: ReadonlyMap<string, number>;
  /** From now on nothing fails, so that what was broken can be seen to heal. */
  stop(): void;
}

/** The same calls in the same order meet the same faults for the same seed. */
export function seededFaults(options: {
  readonly seed: number;
  /** The share of calls that meet a fault. */
  readonly rate: number;
  readonly faults?: readonly Fault[];
}): FaultPlan {
  const { rate, faults = FAULTS } = options;
  const random = seededRandom(options.seed);
  const injected = new Map<string, number>();
  let stopped = false;
  return {
    injected,
    next(method) {
      if (stopped || random() >= rate) return undefined;
      const fault = faults[Math.floor(random() * faults.length)]!;
      const key = `${method} ${fault}`;
      injected.set(key, (injected.get(key) ?? 0) + 1);
      return fault;
    },
    stop() {
      stopped = true;
    },
  };
}
