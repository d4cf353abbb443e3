import type { JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../memory';
import type { CommitOutcome, GateRow, NewRun, VersionRecord } from '../ports';
import {
  assertGapless,
  COMPLETION,
  claimOne,
  commitAfter,
  commitOne,
  events,
  newRun,
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

export function describeFacts(name: string, open: StoreFactory): void {
  describe(`${name}: facts of others`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    const gate = (nodeId: string, rest: Partial<GateRow> = {}): GateRow => ({
      ...step(nodeId),
      stepId: `${nodeId}~~1`,
      mode: 'approval',
      message: { text: 'Publish?' },
      onTimeout: 'autoReject',
      ...rest,
    });
    const withGates = (...gates: GateRow[]) =>
      startRun(store, version, { admissions: { ...events('gate.opened'), gates } });
    const decide = (runId: string, stepId = 'g~~1', workspaceId = WORKSPACE) =>
      store.runs.decideGate({
        runId,
        workspaceId,
        stepId,
        by: 'ann',
        events: events('gate.decided'),
      });
    const cancel = (runId: string, workspaceId = WORKSPACE) =>
      store.runs.requestCancel({ runId, workspaceId, events: events('run.cancel_requested') });
    const child = (parent: CommitOutcome, nodeId: string, depth = 1): NewRun =>
      newRun(version, { depth, parent: { runId: parent.runId, ...step(nodeId) } });
    const admit = (parent: CommitOutcome, children: NewRun[], epoch = 1) =>
      commitOne(
        store,
        commitAfter(
          { ...parent, epoch },
          { admissions: { ...events('child.started'), children: children.map((run) => ({ child: run })) } },
        ),
      );

    it('decides a gate once of twenty answers at the same time', async () => {
      const run = await withGates(gate('g'));
      const answers = await Promise.all(Array.from({ length: 20 }, () => decide(run.runId)));
      expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, seq: 3 }]);
      for (const answer of answers)
        if (!answer.ok) expect(answer).toEqual({ ok: false, refused: 'gateNotOpen' });
      expect(await assertGapless(store, run.runId)).toBe(3);
      expect(await store.reader.listGates(WORKSPACE, { runId: run.runId }, 10)).toMatchObject([
        { stepId: 'g~~1', status: 'decided', message: { text: 'Publish?' } },
      ]);
    });

    it('says what stands in the way of a decision', async () => {
      const run = await withGates(gate('g'), gate('h'));
      expect(await decide(run.runId, 'x~~1')).toEqual({ ok: false, refused: 'notFound' });
      expect(await decide(run.runId, 'g~~1', 'other')).toEqual({ ok: false, refused: 'notFound' });
      expect(await decide(uuidV7())).toEqual({ ok: false, refused: 'notFound' });
      expect(await decide('no-such-run')).toEqual({ ok: false, refused: 'notFound' });
      const withdrawn = await commitOne(
        store,
        commitAfter(run, { facts: events('gate.withdrawn'), withdrawnGates: ['g~~1'] }),
      );
      expect(await decide(run.runId)).toEqual({ ok: false, refused: 'gateNotOpen' });
      await cancel(run.runId);
      expect(await decide(run.runId, 'h~~1')).toEqual({ ok: false, refused: 'gateNotOpen' });
      await commitOne(
        store,
        commitAfter(withdrawn, {
          expectStatus: 'cancel_requested',
          admissions: events('run.cancelled'),
          transition: { status: 'cancelled' },
        }),
      );
      expect(await decide(run.runId, 'h~~1')).toEqual({ ok: false, refused: 'terminal' });
      expect(await store.reader.listGates(WORKSPACE, { runId: run.runId, status: 'open' }, 10)).toEqual([]);
    });

    it('J-12 takes no answer to a gate whose deadline passed, whether or not its expiry was told', async () => {
      const run = await withGates(gate('g', { deadlineSeconds: 0.02 }), gate('h', { deadlineSeconds: 3600 }));
      await store.passTime(60);
      expect(await decide(run.runId)).toEqual({ ok: false, refused: 'gateExpired' });
      expect(await decide(run.runId, 'h~~1')).toMatchObject({ ok: true });
      expect(await store.runs.expireGates([expiry(run.runId)])).toEqual([run.runId]);
      expect(await decide(run.runId)).toEqual({ ok: false, refused: 'gateNotOpen' });
      expect(await assertGapless(store, run.runId)).toBe(5);
    });

    it('does not withdraw a gate that was decided first', async () => {
      const run = await withGates(gate('g'));
      await decide(run.runId);
      await commitOne(store, commitAfter(run, { withdrawnGates: ['g~~1'] }));
      expect(await store.reader.listGates(WORKSPACE, { runId: run.runId }, 10)).toMatchObject([
        { status: 'decided' },
      ]);
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
        gate('g', { deadlineSeconds: 0.02, onTimeout: 'autoApprove' }),
        gate('h', { deadlineSeconds: 3600, mode: 'form', schema: { type: 'object' } }),
        gate('i'),
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
      const run = await withGates(gate('g', late), gate('h', late), gate('i', late));
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
          Array.from({ length: 20 }, () => withGates(gate('g', late), gate('h', late))),
        );
        await store.passTime(40);
        const expiries = runs.flatMap(({ runId }) => [expiry(runId), expiry(runId, 'h~~1')]);
        const looks = [expiries, [...expiries].reverse(), expiries];
        await Promise.all([
          ...looks.map((each) => store.runs.expireGates(each)),
          ...runs.slice(0, 5).map(({ runId }) => decide(runId)),
          ...runs.slice(3, 8).map(({ runId }) => cancel(runId)),
          ...runs.map((run) => commitOne(store, commitAfter(run, { facts: events('node.completed') }))),
        ]);
        // What another held at that moment is still due.
        await store.runs.expireGates(expiries);
        for (const { runId } of runs) {
          expect(await dueOf(runId)).toEqual([]);
          const { status } = (await store.reader.getRun(WORKSPACE, runId))!;
          const closed = (await statusesOf(runId)).filter((text) => !text.endsWith('open'));
          if (status === 'running') expect(closed).toHaveLength(2);
          const expired = closed.filter((text) => text.endsWith('expired')).length;
          const decided = closed.length - expired;
          const cancelled = status === 'cancel_requested' ? 1 : 0;
          expect(await assertGapless(store, runId)).toBe(3 + 2 * expired + decided + cancelled);
        }
      }
    });

    it('wakes a run once for all its gates that expired', async () => {
      const late = { deadlineSeconds: 0.01 };
      const run = await startRun(store, version, {
        ...waiting({ status: 'awaiting_input', waitReason: 'approval' }),
        admissions: { ...events('gate.opened'), gates: [gate('g', late), gate('h', late)] },
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

    it('settles an unknown effect once, and only an unknown one', async () => {
      const run = await startRun(store, version, {
        admissions: {
          ...events('node.started', 'node.started'),
          intents: [
            { ...step('a'), effectClass: 'atMostOnce' },
            { ...step('b'), effectClass: 'atMostOnce' },
          ],
        },
      });
      await commitOne(
        store,
        commitAfter(run, {
          facts: events('node.unknown', 'node.completed'),
          unknowns: [step('a')],
          responses: [step('b')],
        }),
      );
      const settle = (nodeId: string) =>
        store.runs.settleEffect({
          runId: run.runId,
          workspaceId: WORKSPACE,
          step: step(nodeId),
          events: events('node.settled'),
        });
      const answers = await Promise.all([settle('a'), settle('a'), settle('a'), settle('b')]);
      expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, seq: 6 }]);
      expect(answers.at(-1)).toEqual({ ok: false, refused: 'stepNotUnknown' });
      expect(await assertGapless(store, run.runId)).toBe(6);
    });

    it('cancels a run in every status that allows it, once', async () => {
      const queued = newRun(version);
      await store.runs.enqueue(queued);
      const parked = await startRun(
        store,
        version,
        waiting({ status: 'awaiting_input', waitReason: 'input' }),
      );
      for (const runId of [queued.runId, parked.runId]) {
        expect(await cancel(runId)).toEqual({ ok: true, cancelled: [runId] });
        expect(await cancel(runId)).toEqual({ ok: true, cancelled: [] });
        const claimed = (await claimOne(store, runId))!;
        expect(claimed.status).toBe('cancel_requested');
        const end = commitAfter(ofClaim(claimed), {
          expectStatus: 'cancel_requested',
          admissions: events('run.cancelled'),
          transition: { status: 'cancelled' },
          requireQuiet: true,
        });
        expect(await commitOne(store, end)).toMatchObject({ result: 'all', status: 'cancelled' });
        expect(await cancel(runId)).toEqual({ ok: false, refused: 'terminal' });
        expect(await assertGapless(store, runId)).toBe(3);
      }
      expect(await cancel(uuidV7())).toEqual({ ok: false, refused: 'notFound' });
      expect(await cancel(parked.runId, 'other')).toEqual({ ok: false, refused: 'notFound' });
    });

    it('starts children with the commit that admits them and links them to their node run', async () => {
      const parent = await startRun(store, version);
      const kid = child(parent, 'sub');
      expect(await admit(parent, [kid])).toMatchObject({ result: 'all', seq: 2 });
      const claimed = (await claimOne(store, kid.runId))!;
      expect(claimed.run).toEqual(kid);
      expect(claimed).toMatchObject({ status: 'running', seq: 1, epoch: 1 });
      const twin = { ...child(parent, 'sub') };
      expect(await admit({ ...parent, seq: 2 }, [twin])).toMatchObject({ result: 'lost' });
      expect(await store.reader.getRun(WORKSPACE, twin.runId)).toBeUndefined();
      await cancel(parent.runId);
      const late = child(parent, 'late');
      expect(await admit({ ...parent, seq: 2 }, [late])).toMatchObject({ result: 'facts' });
      expect(await store.reader.getRun(WORKSPACE, late.runId)).toBeUndefined();
    });

    it('cancels the whole tree while children are being admitted', async () => {
      for (let round = 0; round < 6; round += 1) {
        const root = await startRun(store, version);
        const tree: string[] = [root.runId];
        const grow = async (parent: CommitOutcome, depth: number): Promise<void> => {
          if (depth > 3) return;
          const kids = [child(parent, 'a', depth), child(parent, 'b', depth)];
          const admitted = await admit(parent, kids, depth === 1 ? 1 : undefined);
          if (admitted.result !== 'all') return;
          tree.push(...kids.map(({ runId }) => runId));
          await Promise.all(
            kids.map(async ({ runId }) => {
              const claimed = await claimOne(store, runId);
              if (claimed)
                await grow({ ...admitted, runId, seq: claimed.seq, wakeSeq: claimed.wakeSeq }, depth + 1);
            }),
          );
        };
        const growing = grow(root, 1);
        await store.passTime(round * 3);
        await Promise.all([growing, cancel(root.runId)]);
        for (const runId of tree) {
          expect(await store.reader.getRun(WORKSPACE, runId)).toMatchObject({ status: 'cancel_requested' });
          await assertGapless(store, runId);
        }
      }
    });

    it('tells a parent once how its child ended, and remembers whom it has not told', async () => {
      const parent = await startRun(store, version);
      const kid = child(parent, 'sub');
      const admitted = await admit(parent, [kid]);
      await commitOne(store, commitAfter(admitted, waiting({ status: 'running', waitReason: 'child' })));
      const claimed = (await claimOne(store, kid.runId))!;
      expect((await unreported()).length).toBe(0);
      await commitOne(store, commitAfter(ofClaim(claimed), COMPLETION));
      const output: JsonObject = { answer: 42 };
      expect(await unreported()).toEqual([
        { link: kid.parent, childRunId: kid.runId, status: 'completed', output },
      ]);
      expect(await claimOne(store, parent.runId)).toBeUndefined();
      const report = () =>
        store.runs.reportChildEnd({ ...kid.parent!, childRunId: kid.runId, events: events('child.ended') });
      await Promise.all([report(), report(), report()]);
      expect(await unreported()).toEqual([]);
      expect(await claimOne(store, parent.runId)).toMatchObject({ seq: 3, wakeSeq: 1, epoch: 2 });
      expect(await assertGapless(store, parent.runId)).toBe(3);

      async function unreported() {
        const all = await store.runs.unreportedChildren(1000);
        return all.filter(({ link }) => link.runId === parent.runId);
      }
    });

    it('does not write to a parent that ended before its child', async () => {
      const parent = await startRun(store, version);
      const kid = child(parent, 'sub');
      const admitted = await admit(parent, [kid]);
      await commitOne(store, commitAfter(admitted, COMPLETION));
      const claimed = (await claimOne(store, kid.runId))!;
      const failed = commitAfter(ofClaim(claimed), {
        admissions: events('run.failed'),
        transition: { status: 'failed', error: { code: 'X', message: 'broken' } },
      });
      await commitOne(store, failed);
      const all = await store.runs.unreportedChildren(1000);
      expect(all.find(({ childRunId }) => childRunId === kid.runId)).toMatchObject({
        status: 'failed',
        error: { code: 'X', message: 'broken' },
      });
      await store.runs.reportChildEnd({
        ...kid.parent!,
        childRunId: kid.runId,
        events: events('child.ended'),
      });
      expect(await assertGapless(store, parent.runId)).toBe(3);
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
