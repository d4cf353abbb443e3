import { decodeEvents } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import {
  claimOne,
  commitOne,
  creation,
  NO_EVENTS,
  newRun,
  publish,
  SHORT_LEASE_MS,
  type StoreFactory,
  type StoreUnderTest,
  startRun,
  step,
  useStore,
} from './fixture';

export function describeOrigins(name: string, open: StoreFactory): void {
  describe(`${name}: where runs come from and whom they were taken from`, () => {
    let store: StoreUnderTest;
    useStore(open, (opened) => {
      store = opened;
    });

    const origin = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, rootRunId: 'root' };

    async function firstEvent(runId: string) {
      const [row] = await store.runs.readLog(runId, 0);
      return decodeEvents(row!.text)[0];
    }

    it('writes it into the first event of a run that is queued, and of a child', async () => {
      const version = await publish(store);
      const queued = newRun(version, { origin });
      await store.runs.enqueue(queued);
      expect(await firstEvent(queued.runId)).toMatchObject({ type: 'run.queued', data: origin });

      const parent = newRun(version);
      const child = newRun(version, { depth: 1, origin, parent: { runId: parent.runId, ...step('sub') } });
      await commitOne(store, creation(parent, { admissions: { ...NO_EVENTS, children: [{ child }] } }));
      expect(await firstEvent(child.runId)).toMatchObject({ type: 'run.queued', data: origin });
    });

    it('tells a takeover from a claim of what nobody held', async () => {
      const version = await publish(store);
      const queued = newRun(version);
      await store.runs.enqueue(queued);
      expect(await claimOne(store, queued.runId)).toMatchObject({ takeover: false });
      const { runId } = await startRun(store, version, { leaseMs: SHORT_LEASE_MS });
      await store.passTime(SHORT_LEASE_MS * 2);
      expect(await claimOne(store, runId)).toMatchObject({ takeover: true });
    });
  });
}
