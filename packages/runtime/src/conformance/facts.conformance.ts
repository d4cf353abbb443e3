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
import { cancelRun, decideGate, gateOf } from './gates';

export function describeFacts(name: string, open: StoreFactory): void {
  describe(`${name}: facts of others`, () => {
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
    const cancel = (...request: [runId: string, workspaceId?: string]) => cancelRun(store, ...request);
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
      const run = await withGates(gateOf('g'));
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
      const run = await withGates(gateOf('g'), gateOf('h'));
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

    it('lists open gates page by page, none twice and none left out', async () => {
      const run = await withGates(gateOf('g'), gateOf('h'), gateOf('i'));
      const filter = { runId: run.runId, status: 'open' } as const;
      const first = await store.reader.listGates(WORKSPACE, filter, 2);
      // One that was answered since still says where the next page begins.
      await decide(run.runId, first[1]!.stepId);
      const second = await store.reader.listGates(WORKSPACE, filter, 2, first[1]);
      expect([...first, ...second].map(({ stepId }) => stepId).sort()).toEqual(['g~~1', 'h~~1', 'i~~1']);
      expect(await store.reader.listGates(WORKSPACE, filter, 2, second[0])).toEqual([]);
      expect(await store.reader.listGates(WORKSPACE, filter, 2, { runId: 'x', stepId: 'g~~1' })).toEqual([]);
    });

    it('does not withdraw a gate that was decided first', async () => {
      const run = await withGates(gateOf('g'));
      await decide(run.runId);
      await commitOne(store, commitAfter(run, { withdrawnGates: ['g~~1'] }));
      expect(await store.reader.listGates(WORKSPACE, { runId: run.runId }, 10)).toMatchObject([
        { status: 'decided' },
      ]);
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
  });
}
