import { describe, expect, it } from 'vitest';
import type { VersionRecord } from '../ports';
import {
  COMPLETION,
  claimOne,
  commitAfter,
  commitOne,
  creation,
  events,
  LEASE_MS,
  newRun,
  ofClaim,
  publish,
  SHORT_LEASE_MS,
  type StoreFactory,
  type StoreUnderTest,
  startRun,
  step,
  useStore,
  WORKSPACE,
  waiting,
} from './fixture';

const intent = (nodeId: string, attempt?: number, path?: string) => ({
  ...step(nodeId, attempt, path),
  effectClass: 'keyed' as const,
});

export function describeLeases(name: string, open: StoreFactory): void {
  describe(`${name}: leases`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    const claim = (limit: number, owner = 'a') =>
      store.runs.claim({ limit, owner, leaseMs: LEASE_MS, engineVersion: 'engine-1' });

    it('queues a run with its first event and hands it out once', async () => {
      const run = newRun(version, { input: { n: 1 } });
      expect(await store.runs.enqueue(run)).toMatchObject({ result: 'all', seq: 1, status: 'queued' });
      const claimed = (await claimOne(store, run.runId))!;
      expect(claimed).toMatchObject({ run, status: 'running', epoch: 1, seq: 1, wakeSeq: 0, activeMs: 0 });
      expect(claimed.log).toHaveLength(1);
      expect(await claimOne(store, run.runId)).toBeUndefined();
      expect(await store.reader.getRun(WORKSPACE, run.runId)).toMatchObject({ status: 'running' });
    });

    it('gives to a claimer only what began with an engine it understands', async () => {
      const run = newRun(version, { engine: 'engine-2' });
      await store.runs.enqueue(run);
      const options = {
        limit: 1,
        owner: 'a',
        leaseMs: LEASE_MS,
        engineVersion: 'engine-1',
        runIds: [run.runId],
      };
      expect(await store.runs.claim({ ...options, engines: ['engine-1'] })).toEqual([]);
      expect(await store.runs.claim({ ...options, engines: ['engine-1', 'engine-2'] })).toMatchObject([
        { run },
      ]);
    });

    it('lets others go on at once with what is given back, and only by who holds it', async () => {
      const run = newRun(version);
      const { epoch } = await commitOne(store, creation(run)).then(() => ({ epoch: 1 }));
      await store.runs.giveBack([{ runId: run.runId, epoch: epoch + 1 }]);
      expect(await claimOne(store, run.runId)).toBeUndefined();
      await store.runs.giveBack([{ runId: run.runId, epoch }]);
      expect(await claimOne(store, run.runId)).toMatchObject({ epoch: 2, takeover: true });
    });

    it('claims of the runs it is told of those that can move, once each, and no other', async () => {
      const [first, second, other] = [newRun(version), newRun(version), newRun(version)];
      for (const run of [first, second, other]) await store.runs.enqueue(run);
      const named = (limit: number) =>
        store.runs.claim({
          limit,
          owner: 'a',
          leaseMs: LEASE_MS,
          engineVersion: 'engine-1',
          runIds: [second.runId, first.runId, second.runId, newRun(version).runId, 'no-run'],
        });
      expect((await named(9)).map(({ run }) => run.runId).sort()).toEqual([first.runId, second.runId].sort());
      expect(await named(9)).toEqual([]);
      expect(await claimOne(store, other.runId)).toBeDefined();
    });

    it('shares queued runs among claimers without giving one out twice', async () => {
      while ((await claim(100)).length > 0);
      const runs = Array.from({ length: 40 }, () => newRun(version));
      await Promise.all(runs.map((run) => store.runs.enqueue(run)));
      const rounds = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(10, `owner-${index}`)));
      let taken = rounds.flat();
      for (let rest = await claim(10); rest.length > 0; rest = await claim(10)) taken = taken.concat(rest);
      expect(taken.map(({ run }) => run.runId).sort()).toEqual(runs.map(({ runId }) => runId).sort());
    });

    it('takes over what was left when a lease ran out, with all that is needed to walk on', async () => {
      const run = await startRun(store, version, {
        leaseMs: SHORT_LEASE_MS,
        activeMs: 120,
        admissions: {
          ...events('node.started', 'node.started'),
          intents: [
            { ...step('a', 2, '0.1'), effectClass: 'atMostOnce' },
            { ...step('b'), effectClass: 'replayable' },
          ],
        },
      });
      await commitOne(
        store,
        commitAfter(run, {
          leaseMs: SHORT_LEASE_MS,
          activeMs: 30,
          facts: events('node.completed'),
          responses: [step('b')],
          snapshot: { engineVersion: 'engine-1', text: '{"state":1}' },
        }),
      );
      expect(await claimOne(store, run.runId)).toBeUndefined();
      await store.passTime(SHORT_LEASE_MS * 2);
      const claimed = (await claimOne(store, run.runId, SHORT_LEASE_MS))!;
      expect(claimed).toMatchObject({ epoch: 2, seq: 4, activeMs: 150, status: 'running', log: [] });
      expect(claimed.snapshot).toEqual({ engineVersion: 'engine-1', seq: 4, text: '{"state":1}' });

      expect(await store.runs.recordRecovery(run.runId, 2, intent('a', 2, '0.1'))).toBe(1);
      expect(await store.runs.recordRecovery(run.runId, 2, intent('a', 2, '0.1'))).toBe(2);
      expect(await store.runs.recordRecovery(run.runId, 1, intent('a', 2, '0.1'))).toBeUndefined();
      expect(await store.runs.recordRecovery(run.runId, 2, intent('b'))).toBeUndefined();
      await store.passTime(SHORT_LEASE_MS * 2);
      expect(await store.runs.recordRecovery(run.runId, 2, intent('a', 2, '0.1'))).toBeUndefined();
      const [again] = await store.runs.claim({
        limit: 1,
        owner: 'c',
        leaseMs: LEASE_MS,
        engineVersion: 'engine-2',
        runIds: [run.runId],
      });
      expect(again!.epoch).toBe(3);
      expect(await store.runs.recordRecovery(run.runId, 3, intent('a', 2, '0.1'))).toBe(3);
      expect(await store.runs.recordRecovery(run.runId, 3, intent('had-none'))).toBe(1);
      expect(await store.runs.recordRecovery(run.runId, 3, intent('had-none'))).toBe(2);
      expect(again!.snapshot).toBeUndefined();
      expect(again!.log.at(-1)?.lastSeq).toBe(4);
    });

    it('does not hand out a run that waits until a fact wakes it', async () => {
      const run = await startRun(store, version, {
        ...waiting({ status: 'awaiting_input', waitReason: 'approval' }),
        admissions: {
          ...events('gate.opened', 'run.awaiting_input'),
          gates: [
            { ...step('g'), stepId: 'g~~1', mode: 'approval', message: 'Go?', onTimeout: 'autoReject' },
          ],
        },
      });
      expect(run).toMatchObject({ result: 'all', status: 'awaiting_input' });
      expect(await claimOne(store, run.runId)).toBeUndefined();
      await store.runs.decideGate({
        runId: run.runId,
        workspaceId: WORKSPACE,
        stepId: 'g~~1',
        by: 'ann',
        events: events('gate.decided'),
      });
      const woken = (await store.reader.getRun(WORKSPACE, run.runId))!;
      expect([woken.status, woken.waitReason]).toEqual(['running', undefined]);
      const claimed = (await claimOne(store, run.runId))!;
      expect(claimed).toMatchObject({ status: 'running', epoch: 2, seq: 4, wakeSeq: 1 });
      expect(await store.reader.getRun(WORKSPACE, run.runId)).not.toHaveProperty('waitReason');
      expect(await commitOne(store, commitAfter(ofClaim(claimed), COMPLETION))).toMatchObject({
        result: 'all',
        status: 'completed',
      });
    });

    it('does not lose a wake-up that comes between looking and letting go', async () => {
      const run = await startRun(store, version, {
        admissions: { ...events(), timers: [{ key: 't', kind: 'retry', afterMs: 0 }] },
      });
      await store.passTime(5);
      expect((await store.runs.wakeDueTimers(100)).woken).toBeGreaterThan(0);
      const refused = await commitOne(
        store,
        commitAfter(run, waiting({ status: 'running', waitReason: 'timer' })),
      );
      expect(refused).toMatchObject({ result: 'facts', wakeSeq: 1 });
      expect(await claimOne(store, run.runId)).toBeUndefined();
      // Who lets go without asking for quiet is handed out again at once.
      const careless = { ...waiting({ status: 'running', waitReason: 'timer' }), requireQuiet: false };
      expect(await commitOne(store, commitAfter(run, careless))).toMatchObject({ result: 'all' });
      expect(await claimOne(store, run.runId)).toBeDefined();
    });

    it('refuses a wait that overlooks a fact, or hands the run out again', async () => {
      const run = await startRun(store, version, {
        admissions: {
          ...events('gate.opened'),
          gates: [{ ...step('g'), stepId: 'g~~1', mode: 'form', message: null, onTimeout: 'autoReject' }],
        },
      });
      await store.runs.decideGate({
        runId: run.runId,
        workspaceId: WORKSPACE,
        stepId: 'g~~1',
        by: 'ann',
        events: events('gate.decided'),
      });
      const wait = waiting({ status: 'awaiting_input', waitReason: 'input' });
      const { result } = await commitOne(store, commitAfter(run, wait));
      expect(result === 'facts' || (await claimOne(store, run.runId)) !== undefined).toBe(true);
    });

    it('gives a run back to others when it is released without a reason to wait', async () => {
      const run = await startRun(store, version);
      await commitOne(store, commitAfter(run, { release: true }));
      expect(await claimOne(store, run.runId)).toMatchObject({ epoch: 2, status: 'running' });
    });

    it('renews what is held and names what is lost or was moved by others', async () => {
      const held = await startRun(store, version, { leaseMs: 200 });
      const moved = await startRun(store, version, { leaseMs: 200 });
      const expired = await startRun(store, version, { leaseMs: 1 });
      const ended = await startRun(store, version, COMPLETION);
      await store.runs.requestCancel({
        runId: moved.runId,
        workspaceId: WORKSPACE,
        events: events('run.cancel_requested'),
      });
      await store.passTime(20);
      const renewed = await store.runs.renew(
        [
          { runId: held.runId, epoch: 1 },
          { runId: moved.runId, epoch: 1 },
          { runId: expired.runId, epoch: 1 },
          { runId: ended.runId, epoch: 1 },
        ],
        LEASE_MS,
      );
      expect([...renewed.lost].sort()).toEqual([expired.runId, ended.runId].sort());
      expect(renewed.moved).toEqual([{ runId: moved.runId, seq: 2, wakeSeq: 1, status: 'cancel_requested' }]);
      await store.passTime(250);
      expect((await commitOne(store, commitAfter(held))).result).toBe('all');
      expect((await store.runs.renew([{ runId: held.runId, epoch: 0 }], LEASE_MS)).lost).toEqual([
        held.runId,
      ]);
    });

    it('ends all leases at once, and their holders are lost', async () => {
      const run = await startRun(store, version);
      expect(await store.runs.endAllLeases()).toBeGreaterThan(0);
      expect((await commitOne(store, commitAfter(run, { facts: events('node.started') }))).result).toBe(
        'lost',
      );
      expect(await claimOne(store, run.runId)).toMatchObject({ epoch: 2 });
    });

    it('reads the log from any event on', async () => {
      const run = newRun(version);
      await commitOne(store, creation(run, { facts: events('run.started', 'node.started') }));
      for (let seq = 2; seq < 8; seq += 2)
        await commitOne(
          store,
          commitAfter(
            { runId: run.runId, seq, wakeSeq: 0 },
            { facts: events('node.completed', 'node.started') },
          ),
        );
      const firsts = async (after: number, limit?: number) =>
        (await store.runs.readLog(run.runId, after, limit)).map(({ firstSeq }) => firstSeq);
      expect(await firsts(0)).toEqual([1, 3, 5, 7]);
      expect(await firsts(3)).toEqual([3, 5, 7]);
      expect(await firsts(4)).toEqual([5, 7]);
      expect(await firsts(8)).toEqual([]);
      expect(await firsts(2, 2)).toEqual([3, 5]);
    });
  });
}
