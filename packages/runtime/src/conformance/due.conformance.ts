import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../memory';
import type { GateRow, VersionRecord } from '../ports';
import {
  assertGapless,
  COMPLETION,
  claimOne,
  commitAfter,
  commitOne,
  events,
  ofClaim,
  publish,
  type StoreFactory,
  type StoreUnderTest,
  startRun,
  step,
  useStore,
  WORKSPACE,
  waiting,
} from './fixture';
import { cancelRun, decideGate, gateOf } from './gates';

export function describeDue(name: string, open: StoreFactory): void {
  describe(`${name}: what is due`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    const withGates = (...gates: GateRow[]) =>
      startRun(store, version, { admissions: { ...events('gate.opened'), gates } });
    const decide = (...request: [runId: string, stepId?: string, workspaceId?: string]) =>
      decideGate(store, ...request);
    const cancel = (runId: string) => cancelRun(store, runId);

    it('J-12 takes no answer to a gate whose deadline passed, whether or not its expiry was told', async () => {
      const run = await withGates(
        gateOf('g', { deadlineSeconds: 0.02 }),
        gateOf('h', { deadlineSeconds: 3600 }),
      );
      await store.passTime(60);
      expect(await decide(run.runId)).toEqual({ ok: false, refused: 'gateExpired' });
      expect(await decide(run.runId, 'h~~1')).toMatchObject({ ok: true });
      expect(await store.runs.expireGates([expiry(run.runId)])).toEqual([run.runId]);
      expect(await decide(run.runId)).toEqual({ ok: false, refused: 'gateNotOpen' });
      expect(await assertGapless(store, run.runId)).toBe(5);
    });

    const expiry = (runId: string, stepId = 'g~~1') => ({
      runId,
      stepId,
      by: 'system',
      events: events('gate.expired', 'gate.decided'),
    });
    const dueOf = async (runId: string) =>
      (await store.runs.dueGates(1000)).gates.filter((due) => due.runId === runId);
    const statusesOf = async (runId: string) =>
      (await store.reader.listGates(WORKSPACE, { runId }, 10)).map(
        ({ stepId, status }) => `${stepId} ${status}`,
      );

    it('finds gates whose deadline passed, and when the next is due', async () => {
      const run = await withGates(
        gateOf('g', { deadlineSeconds: 0.02, onTimeout: 'autoApprove' }),
        gateOf('h', { deadlineSeconds: 3600, mode: 'form', schema: { type: 'object' } }),
        gateOf('i'),
      );
      await store.passTime(60);
      expect(await dueOf(run.runId)).toEqual([
        {
          runId: run.runId,
          workspaceId: WORKSPACE,
          stepId: 'g~~1',
          ...step('g'),
          mode: 'approval',
          onTimeout: 'autoApprove',
        },
      ]);
      const { nextInMs } = await store.runs.dueGates(1000);
      expect(nextInMs).toBeGreaterThan(0);
      expect(nextInMs).toBeLessThanOrEqual(3_600_000);
      const all = ['g~~1', 'h~~1', 'i~~1', 'none'].map((stepId) => expiry(run.runId, stepId));
      expect(await store.runs.expireGates([...all, expiry(uuidV7())])).toEqual([run.runId]);
      expect(await dueOf(run.runId)).toEqual([]);
      expect(await assertGapless(store, run.runId)).toBe(4);
      expect(await statusesOf(run.runId)).toEqual(['g~~1 expired', 'h~~1 open', 'i~~1 open']);
      expect(await store.runs.expireGates([])).toEqual([]);
    });

    it('asks to be looked at again at once while more may be due than it was asked for', async () => {
      const late = { deadlineSeconds: 0.01 };
      const run = await withGates(gateOf('g', late), gateOf('h', late), gateOf('i', late));
      await store.passTime(40);
      const { gates, nextInMs } = await store.runs.dueGates(2);
      expect([gates.length, nextInMs]).toEqual([2, 0]);
      await store.runs.expireGates(['g~~1', 'h~~1', 'i~~1'].map((stepId) => expiry(run.runId, stepId)));
      expect(await dueOf(run.runId)).toEqual([]);
    });

    it('expires the gates of many runs at once, each once, whoever else looks, answers or cancels', async () => {
      for (let round = 0; round < 3; round += 1) {
        const late = { deadlineSeconds: 0.01 };
        const runs = await Promise.all(
          Array.from({ length: 20 }, () => withGates(gateOf('g', late), gateOf('h', late))),
        );
        await store.passTime(40);
        const expiries = runs.flatMap(({ runId }) => [expiry(runId), expiry(runId, 'h~~1')]);
        const looks = [expiries, [...expiries].reverse(), expiries];
        const answers = Promise.all(runs.slice(0, 5).map(({ runId }) => decide(runId)));
        await Promise.all([
          ...looks.map((each) => store.runs.expireGates(each)),
          ...runs.slice(3, 8).map(({ runId }) => cancel(runId)),
          ...runs.map((run) => commitOne(store, commitAfter(run, { facts: events('node.completed') }))),
        ]);
        for (const { ok } of await answers) expect(ok).toBe(false);
        // What another held at that moment is still due.
        await store.runs.expireGates(expiries);
        for (const { runId } of runs) {
          expect(await dueOf(runId)).toEqual([]);
          const { status } = (await store.reader.getRun(WORKSPACE, runId))!;
          const closed = (await statusesOf(runId)).filter((text) => !text.endsWith('open'));
          if (status === 'running') expect(closed).toHaveLength(2);
          expect(closed.filter((text) => !text.endsWith('expired'))).toEqual([]);
          const cancelled = status === 'cancel_requested' ? 1 : 0;
          expect(await assertGapless(store, runId)).toBe(3 + 2 * closed.length + cancelled);
        }
      }
    });

    it('wakes a run once for all its gates that expired', async () => {
      const late = { deadlineSeconds: 0.01 };
      const run = await startRun(store, version, {
        ...waiting({ status: 'awaiting_input', waitReason: 'approval' }),
        admissions: { ...events('gate.opened'), gates: [gateOf('g', late), gateOf('h', late)] },
      });
      await store.passTime(40);
      expect(await claimOne(store, run.runId)).toBeUndefined();
      await store.runs.expireGates([expiry(run.runId), expiry(run.runId, 'h~~1')]);
      const claimed = (await claimOne(store, run.runId))!;
      expect(claimed).toMatchObject({ seq: 6, wakeSeq: 1, status: 'running' });
      expect(await store.runs.expireGates([expiry(run.runId)])).toEqual([]);
    });

    it('asks at once for more when as many timers were due as it was asked for', async () => {
      const timers = [{ key: 't', kind: 'retry', afterMs: 0 }] as const;
      const start = () => startRun(store, version, { admissions: { ...events(), timers } });
      while ((await store.runs.wakeDueTimers(100)).woken > 0);
      await Promise.all([start(), start(), start()]);
      await store.passTime(5);
      expect(await store.runs.wakeDueTimers(2)).toEqual({ woken: 2, nextInMs: 0 });
      expect((await store.runs.wakeDueTimers(2)).woken).toBe(1);
    });

    it('wakes runs whose timers are due, once per timer', async () => {
      const run = await startRun(store, version, {
        ...waiting({ status: 'running', waitReason: 'timer' }),
        admissions: {
          ...events(),
          timers: [
            { key: 'a', kind: 'retry', afterMs: 20 },
            { key: 'b', kind: 'limit', afterMs: 600_000 },
            { key: 'c', kind: 'limit', afterMs: 600_000 },
          ],
        },
      });
      expect(await claimOne(store, run.runId)).toBeUndefined();
      await store.passTime(60);
      const rounds = await Promise.all([store.runs.wakeDueTimers(100), store.runs.wakeDueTimers(100)]);
      expect(rounds.reduce((sum, { woken }) => sum + woken, 0)).toBe(1);
      expect(rounds[0]!.nextInMs).toBeGreaterThan(1000);
      const claimed = (await claimOne(store, run.runId))!;
      expect(claimed.wakeSeq).toBe(1);
      const changed = await commitOne(
        store,
        commitAfter(ofClaim(claimed), {
          clearedTimers: ['a', 'b', 'c'],
          admissions: { ...events(), timers: [{ key: 'b', kind: 'retry', afterMs: 0 }] },
          release: true,
        }),
      );
      expect(changed.result).toBe('all');
      await store.passTime(5);
      expect((await store.runs.wakeDueTimers(100)).woken).toBe(1);
      expect(await claimOne(store, run.runId)).toBeDefined();
      expect(await store.runs.wakeDueTimers(100)).toMatchObject({ woken: 0 });
    });

    it('forgets the timers of a run that ended', async () => {
      const run = await startRun(store, version, {
        admissions: { ...events(), timers: [{ key: 'x', kind: 'limit', afterMs: 1 }] },
      });
      await commitOne(store, commitAfter(run, COMPLETION));
      await store.passTime(20);
      expect((await store.runs.wakeDueTimers(100)).woken).toBe(0);
    });
  });
}
