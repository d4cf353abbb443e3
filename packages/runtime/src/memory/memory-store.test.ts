import { describeStoreConformance } from '../conformance';
import { createMemoryStore } from './index';

describeStoreConformance(
  'memory',
  async () => {
    let now = 1_800_000_000_000;
    const store = createMemoryStore({ now: () => now });
    return {
      ...store,
      async passTime(ms) {
        now += ms;
      },
      async close() {},
    };
  },
  100,
);
