import { type Clock, createMemoryStore, type MemoryStore } from '@weftwork/runtime';
import { VirtualTime } from '@weftwork/runtime/simulator';
import { createTestRuntime, type TestRuntime } from './test-runtime';

const EPOCH = 1_800_000_000_000;

type Options = NonNullable<Parameters<typeof createTestRuntime>[0]>;

/** Processes on one store in virtual time, which passes only when a test lets it. */
export interface VirtualRuntimes {
  readonly time: VirtualTime;
  readonly store: MemoryStore;
  open(options?: Options): Promise<TestRuntime>;
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>;
}

export function virtualRuntimes(): VirtualRuntimes {
  const time = new VirtualTime();
  const clock: Clock = {
    now: () => EPOCH + time.now(),
    monotonic: () => time.now(),
    setTimer: (ms, fire) => time.plan(ms, fire),
    soon: (fire) => void time.plan(0, fire),
  };
  const store = createMemoryStore({ now: clock.now });
  return {
    time,
    store,
    open: (options = {}) => createTestRuntime({ store, clock, embedded: false, ...options }),
    async pass(ms) {
      await time.run(() => false, time.now() + ms);
    },
  };
}
