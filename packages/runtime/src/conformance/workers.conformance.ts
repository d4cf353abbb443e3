import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  commitAfter,
  commitOne,
  creation,
  NO_EVENTS,
  newRun,
  publish,
  SHORT_LEASE_MS,
  type StoreFactory,
  type StoreUnderTest,
  step,
  useStore,
  waiting,
} from './fixture';

export function describeWorkers(name: string, open: StoreFactory): void {
  describe(`${name}: workers and what waits for them`, () => {
    let store: StoreUnderTest;
    useStore(open, (opened) => {
      store = opened;
    });

    const worker = () => ({ workerId: randomUUID(), name: 'host:1', engines: ['1', '2'], slots: 8 });

    it('knows who was heard of, how long ago, and forgets who left', async () => {
      const [stays, leaves] = [worker(), worker()];
      await store.workers.beat(stays);
      await store.workers.beat(leaves);
      await store.workers.leave(leaves.workerId);
      await store.passTime(50);
      const before = (await store.workers.survey()).workers;
      expect(before).toMatchObject([stays]);
      expect(before[0]!.silentMs).toBeGreaterThanOrEqual(50);
      await store.workers.beat(stays);
      const after = (await store.workers.survey()).workers;
      expect(after).toHaveLength(1);
      expect(after[0]!.silentMs).toBeLessThan(before[0]!.silentMs);
    });

    it('counts what is open, what could move, and not what has ended', async () => {
      const version = await publish(store);
      expect(await store.workers.survey()).toMatchObject({
        runs: {},
        runnable: [],
        openGates: 0,
        openUnknowns: 0,
      });
      // One queued, one that loses its lease with a call of unknown outcome, one that waits for a person, one ended.
      await store.runs.enqueue(newRun(version));
      const intent = { ...step('call'), effectClass: 'atMostOnce' as const };
      const lost = newRun(version);
      const begun = await commitOne(
        store,
        creation(lost, { admissions: { ...NO_EVENTS, intents: [intent] } }),
      );
      await commitOne(store, commitAfter(begun, { leaseMs: SHORT_LEASE_MS, unknowns: [step('call')] }));
      const gate = {
        ...step('ask'),
        stepId: 'ask~~1',
        mode: 'approval' as const,
        message: 'Go on?',
        onTimeout: 'autoReject' as const,
      };
      await commitOne(
        store,
        creation(newRun(version), {
          admissions: { ...NO_EVENTS, gates: [gate] },
          ...waiting({ status: 'awaiting_input', waitReason: 'approval' }),
        }),
      );
      await commitOne(
        store,
        creation(newRun(version), { transition: { status: 'completed', output: {} }, requireQuiet: true }),
      );
      await store.passTime(SHORT_LEASE_MS * 2);
      const survey = await store.workers.survey();
      expect(survey).toMatchObject({
        runs: { queued: 1, running: 1, awaiting_input: 1 },
        runnable: [{ runs: 2 }],
        openGates: 1,
        openUnknowns: 1,
      });
      expect(survey.runs.completed).toBeUndefined();
      expect(survey.runnable[0]!.oldestMs).toBeGreaterThan(0);
    });
  });
}
