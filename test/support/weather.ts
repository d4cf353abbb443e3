import type { SimulationPlan } from '@weftwork/runtime/simulator';

/** What befalls processes, store and hints; the seed and the load come from the test. */
type Weather = Omit<SimulationPlan, 'seed' | 'load'>;

const QUIET = { callMs: 3, failBefore: 0, failAfter: 0 };
const PROMPT = { delayMs: 2, lost: 0, repeated: 0 };

export const WEATHER: Readonly<Record<string, Weather>> = {
  'one process and a slow store': {
    processes: 1,
    startsMs: 100,
    faultsMs: 0,
    faults: { store: QUIET, hints: PROMPT },
  },
  'three processes and hints that are late, lost and repeated': {
    processes: 3,
    slots: 4,
    startsMs: 2_000,
    faultsMs: 10_000,
    faults: { store: QUIET, hints: { delayMs: 50, lost: 0.3, repeated: 0.3 } },
  },
  'a store whose calls fail before and after': {
    processes: 2,
    startsMs: 2_000,
    faultsMs: 10_000,
    faults: { store: { callMs: 10, failBefore: 0.03, failAfter: 0.03 }, hints: PROMPT },
  },
  'processes that die': {
    processes: 3,
    startsMs: 5_000,
    faultsMs: 20_000,
    faults: { store: QUIET, hints: PROMPT, killEveryMs: 1_000, skewMs: 30_000 },
  },
  'processes that stand still past their lease': {
    processes: 3,
    startsMs: 5_000,
    faultsMs: 40_000,
    faults: { store: QUIET, hints: PROMPT, pauseEveryMs: 3_000, pauseMs: 8_000 },
  },
  everything: {
    processes: 3,
    slots: 6,
    startsMs: 10_000,
    faultsMs: 40_000,
    faults: {
      store: { callMs: 10, failBefore: 0.01, failAfter: 0.01 },
      hints: { delayMs: 50, lost: 0.2, repeated: 0.2 },
      killEveryMs: 3_000,
      pauseEveryMs: 5_000,
      pauseMs: 8_000,
      skewMs: 30_000,
    },
  },
};
