import { describe, expect, it } from 'vitest';
import type { ClaimedRun, NewRun, RunStore, VersionRecord } from '../ports';
import {
  COMPLETION,
  commitAfter,
  commitOne,
  events,
  LEASE_MS,
  newRun,
  newVersion,
  ofClaim,
  publish,
  SHORT_LEASE_MS,
  type StoreFactory,
  type StoreUnderTest,
  step,
  useStore,
  WORKSPACE,
  waiting,
} from './fixture';

export function describeLimits(name: string, open: StoreFactory): void {
  describe(`${name}: limits and turns`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, (opened) => {
      store = opened;
    });

    type ClaimRest = Partial<Parameters<RunStore['claim']>[0]>;
    const claim = (rest: ClaimRest = {}) =>
      store.runs.claim({
        ...{ limit: 50, owner: 'w', leaseMs: LEASE_MS, engineVersion: 'engine-1', limited: true },
        ...rest,
      });
    const idsOf = (claimed: readonly ClaimedRun[]) => claimed.map(({ run }) => run.runId);
    const enqueue = async (rest: Partial<NewRun> = {}, of = version) => {
      const run = newRun(of, rest);
      await store.runs.enqueue(run);
      return run.runId;
    };
    const enqueueMany = async (count: number, of = version) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push(await enqueue({}, of));
      return ids;
    };
    const end = (claimed: ClaimedRun) => commitOne(store, commitAfter(ofClaim(claimed), COMPLETION));
    const park = (claimed: ClaimedRun, transition: Parameters<typeof waiting>[0]) =>
      commitOne(store, commitAfter(ofClaim(claimed), waiting(transition)));
    const limit = (maxRunning: number | null, of = version) =>
      store.runs.setLimit({ workspaceId: WORKSPACE, workflowId: of.workflowId, maxRunning });
    const newWorkflow = async () => {
      version = await publish(store);
      return version;
    };
    /** A workflow of another tenant, as far as the store is concerned. */
    const publishIn = async (workspaceId: string) => {
      await store.addWorkspace?.(workspaceId);
      const id = `wf-of-${workspaceId}`;
      await store.workflows.create(workspaceId, { id, name: id, graph: {}, layout: {} });
      return (await store.workflows.addVersion(workspaceId, newVersion(id, '{}'))).record;
    };

    it('R12 lets no more runs of a workflow run than its limit, and the next when one ends', async () => {
      await newWorkflow();
      await limit(2);
      const ids = await enqueueMany(4);
      const first = await claim();
      expect(idsOf(first).sort()).toEqual(ids.slice(0, 2));
      expect(await claim()).toEqual([]);
      expect(await claim({ runIds: ids })).toEqual([]);
      await end(first[0]!);
      const next = await claim({ runIds: [ids[3]!] });
      expect(idsOf(next)).toEqual([ids[2]]);
      await end(first[1]!);
      await end(next[0]!);
      const [last] = await claim();
      expect(last?.run.runId).toBe(ids[3]);
      expect(last).toMatchObject({ status: 'running', epoch: 1, seq: 1 });
      await end(last!);
    });

    it('counts once when many processes ask at the same time', async () => {
      await newWorkflow();
      await limit(3);
      const ids = await enqueueMany(20);
      const ended: string[] = [];
      while (ended.length < ids.length) {
        const rounds = await Promise.all(Array.from({ length: 6 }, () => claim({ limit: 5 })));
        const claimed = rounds.flat();
        expect(claimed.length).toBeLessThanOrEqual(3);
        expect(claimed.length).toBeGreaterThan(0);
        await Promise.all(claimed.map(end));
        ended.push(...idsOf(claimed));
      }
      expect(ended.sort()).toEqual(ids);
    });

    it('leaves runs without a limit alone', async () => {
      const free = await newWorkflow();
      const limited = await newWorkflow();
      await limit(1, limited);
      const others = await enqueueMany(3, free);
      await enqueueMany(3, limited);
      const claimed = await claim();
      expect(claimed).toHaveLength(4);
      expect(idsOf(claimed)).toEqual(expect.arrayContaining(others));
      await Promise.all(claimed.map(end));
      await limit(null, limited);
      await Promise.all((await claim()).map(end));
    });

    it('gives the slot on while a run waits for somebody, and takes it again afterwards', async () => {
      await newWorkflow();
      await limit(1);
      const [first, second] = await enqueueMany(2);
      const [asks] = await claim();
      const gate = {
        ...step('g'),
        stepId: 'g~~1',
        mode: 'approval',
        message: '?',
        onTimeout: 'autoReject',
      } as const;
      await commitOne(
        store,
        commitAfter(ofClaim(asks!), {
          ...waiting({ status: 'awaiting_input', waitReason: 'approval' }),
          admissions: { ...events('gate.opened'), gates: [gate] },
        }),
      );
      const [runs] = await claim();
      expect(runs?.run.runId).toBe(second);
      await store.runs.decideGate({
        ...{ runId: first!, workspaceId: WORKSPACE, stepId: 'g~~1', by: 'ann' },
        events: events('gate.decided'),
      });
      expect(await claim()).toEqual([]);
      // It waits for its slot, and for nobody.
      const answered = (await store.reader.getRun(WORKSPACE, first!))!;
      expect([answered.status, answered.waitReason]).toEqual(['running', undefined]);
      await limit(1);
      expect(await claim()).toEqual([]);
      await end(runs!);
      const [again] = await claim();
      expect(again).toMatchObject({ run: { runId: first }, status: 'running', epoch: 2, seq: 3 });
      await end(again!);
    });

    it('keeps the slot through a backoff, and gives it on while a child runs', async () => {
      await newWorkflow();
      await limit(1);
      const [first, second] = await enqueueMany(2);
      const [retries] = await claim();
      await park(retries!, { status: 'running', waitReason: 'timer' });
      expect(await claim()).toEqual([]);
      await store.runs.requestCancel({
        ...{ runId: first!, workspaceId: WORKSPACE },
        events: events('run.cancel_requested'),
      });
      const [cancelled] = await claim();
      expect(cancelled).toMatchObject({ run: { runId: first }, status: 'cancel_requested' });
      expect(await claim()).toEqual([]);
      await commitOne(
        store,
        commitAfter(ofClaim(cancelled!), {
          admissions: events('run.cancelled'),
          transition: { status: 'cancelled' },
          expectStatus: 'cancel_requested',
        }),
      );
      const [starts] = await claim();
      expect(starts?.run.runId).toBe(second);
      await park(starts!, { status: 'running', waitReason: 'child' });
      const third = await enqueue();
      const [meanwhile] = await claim();
      expect(meanwhile?.run.runId).toBe(third);
      await end(meanwhile!);
    });

    it('cancels a run that waits for its slot without giving it one', async () => {
      await newWorkflow();
      await limit(1);
      const [, second] = await enqueueMany(2);
      const [first] = await claim();
      await store.runs.requestCancel({
        ...{ runId: second!, workspaceId: WORKSPACE },
        events: events('run.cancel_requested'),
      });
      const [cancelled] = await claim();
      expect(cancelled).toMatchObject({ run: { runId: second }, status: 'cancel_requested' });
      await end(first!);
    });

    it('R16 a lease that ran out keeps its slot until somebody takes it over', async () => {
      await newWorkflow();
      await limit(1);
      const [first, second] = await enqueueMany(2);
      await claim({ leaseMs: SHORT_LEASE_MS });
      await store.passTime(SHORT_LEASE_MS * 3);
      const [taken] = await claim();
      expect(taken).toMatchObject({ run: { runId: first }, takeover: true, epoch: 2 });
      expect(await claim()).toEqual([]);
      await end(taken!);
      expect(idsOf(await claim())).toEqual([second]);
    });

    it('holds a limit of the whole workspace over all its workflows, beside those of single ones', async () => {
      const workspaceId = 'shared';
      const busy = await publishIn(workspaceId);
      const rest = { workspaceId };
      await store.runs.setLimit({ workspaceId, maxRunning: 3 });
      await store.runs.setLimit({ workspaceId, workflowId: busy.workflowId, maxRunning: 1 });
      const id = 'wf-of-shared-2';
      await store.workflows.create(workspaceId, { id, name: id, graph: {}, layout: {} });
      const other = (await store.workflows.addVersion(workspaceId, newVersion(id, '{}'))).record;
      for (let n = 0; n < 5; n += 1) await enqueue(rest, busy);
      for (let n = 0; n < 5; n += 1) await enqueue(rest, other);
      const claimed = (await claim()).filter(({ run }) => run.workspaceId === workspaceId);
      expect(claimed.map(({ run }) => run.workflowId).sort()).toEqual([busy.workflowId, id, id]);
      expect(await store.runs.readLimits()).toEqual(
        expect.arrayContaining([
          { workspaceId, maxRunning: 3 },
          { workspaceId, workflowId: busy.workflowId, maxRunning: 1 },
        ]),
      );
      await store.runs.setLimit({ workspaceId, maxRunning: null });
      await store.runs.setLimit({ workspaceId, workflowId: busy.workflowId, maxRunning: null });
      const left = (await claim()).filter(({ run }) => run.workspaceId === workspaceId);
      expect(left).toHaveLength(7);
      await Promise.all([...claimed, ...left].map(end));
    });

    it('counts open runs by workflow: at work, not begun, and waiting', async () => {
      const workspaceId = 'counted';
      const of = await publishIn(workspaceId);
      const count = () => store.reader.countOpenRuns(workspaceId);
      expect(await count()).toEqual([]);
      await store.runs.setLimit({ workspaceId, workflowId: of.workflowId, maxRunning: 2 });
      for (let n = 0; n < 3; n += 1) await enqueue({ workspaceId }, of);
      const { workflowId } = of;
      expect(await count()).toEqual([{ workflowId, running: 0, queued: 3, waiting: 0 }]);
      const [first, second] = (await claim()).filter(({ run }) => run.workspaceId === workspaceId);
      expect(await count()).toEqual([{ workflowId, running: 2, queued: 1, waiting: 0 }]);
      await park(first!, { status: 'running', waitReason: 'timer' });
      await park(second!, { status: 'running', waitReason: 'child' });
      expect(await count()).toEqual([{ workflowId, running: 1, queued: 1, waiting: 1 }]);
      expect(await store.reader.countOpenRuns('another')).toEqual([]);
      await store.runs.setLimit({ workspaceId, workflowId, maxRunning: null });
      const [last] = (await claim()).filter(({ run }) => run.workspaceId === workspaceId);
      await end(last!);
      expect(await count()).toEqual([{ workflowId, running: 1, queued: 0, waiting: 1 }]);
    });

    it('counts the runs that were running before the limit was set', async () => {
      await newWorkflow();
      await enqueueMany(3);
      const running = (await claim({ limited: false })).filter(
        ({ run }) => run.workflowId === version.workflowId,
      );
      expect(running).toHaveLength(3);
      await limit(2);
      const next = await enqueue();
      expect(await claim()).toEqual([]);
      await end(running[0]!);
      expect(await claim()).toEqual([]);
      await end(running[1]!);
      expect(idsOf(await claim())).toEqual([next]);
    });

    it('grants a slot to what the claimer understands, however many others wait before it', async () => {
      await newWorkflow();
      await limit(2);
      const first = await enqueue();
      for (let n = 0; n < 4; n += 1) await enqueue({ engine: 'engine-2' });
      const last = await enqueue();
      const both = await claim({ engines: ['engine-1', 'engine-2'] });
      expect(both).toHaveLength(2);
      for (const claimed of both) await end(claimed);
      expect(both[0]?.run.runId).toBe(first);
      const [own, ...none] = await claim({ engines: ['engine-1'] });
      expect([own?.run.runId, none]).toEqual([last, []]);
      await end(own!);
      for (;;) {
        const others = await claim({ engines: ['engine-2'] });
        if (others.length === 0) break;
        for (const claimed of others) await end(claimed);
      }
    });

    it('passes over what waits no more: the slot goes to the next that does', async () => {
      await newWorkflow();
      await limit(1);
      const [, second, third, fourth] = await enqueueMany(4);
      const [first] = await claim();
      for (const runId of [second!, third!])
        await store.runs.requestCancel({
          ...{ runId, workspaceId: WORKSPACE },
          events: events('run.cancel_requested'),
        });
      // Taken by a process that does not know of the limits yet.
      const cancelled = await claim({ limited: false, runIds: [second!, third!] });
      expect(cancelled).toHaveLength(2);
      await end(first!);
      const [next] = await claim({ limit: 1 });
      expect(next?.run.runId).toBe(fourth);
      await end(next!);
    });

    it('counts right while slots are forgotten, taken and given by many at the same time', async () => {
      await newWorkflow();
      await limit(4);
      const ids = await enqueueMany(40);
      const ended = new Set<string>();
      let running = 0;
      const work = async (): Promise<void> => {
        while (ended.size < ids.length) {
          const claimed = await claim({ limit: 3 });
          running += claimed.length;
          expect(running).toBeLessThanOrEqual(4);
          for (const one of claimed) {
            running -= 1;
            await end(one);
            ended.add(one.run.runId);
          }
        }
      };
      await Promise.all(Array.from({ length: 5 }, work));
      expect([...ended].sort()).toEqual(ids);
    });

    it.each([{}, { fair: { running: {} } }])(
      'takes over before it takes what is ready, or after it, as it is asked (%j)',
      async (rest) => {
        await newWorkflow();
        for (let left = await claim(); left.length > 0; left = await claim())
          await Promise.all(left.map(end));
        const lost = await enqueueMany(3);
        await claim({ leaseMs: SHORT_LEASE_MS, limited: false });
        const ready = await enqueueMany(4);
        await store.passTime(SHORT_LEASE_MS * 2);
        const next = async (takeoversFirst: boolean) => {
          const claimed = await claim({ ...rest, limit: 2, limited: false, takeoversFirst });
          return claimed.map(({ run, takeover }) => [takeover, run.runId]).sort();
        };
        const before = await next(false);
        expect(before).toEqual(ready.slice(0, 2).map((id) => [false, id]));
        expect(await next(true)).toEqual(lost.slice(0, 2).map((id) => [true, id]));
        const mixed = await next(true);
        expect(mixed).toEqual([
          [false, ready[2]],
          [true, lost[2]],
        ]);
        expect(await next(true)).toEqual([[false, ready[3]]]);
      },
    );

    it('takes the higher priority first, then the older, with a limit and without', async () => {
      for (const limited of [false, true]) {
        await newWorkflow();
        if (limited) await limit(1);
        const low = await enqueue({ priority: -5 });
        const [first, second] = await enqueueMany(2);
        const high = await enqueue({ priority: 9 });
        const order: string[] = [];
        for (;;) {
          const [claimed] = await claim({ limit: 1, limited });
          if (!claimed) break;
          order.push(claimed.run.runId);
          if (claimed.run.runId === high) expect(claimed.run.priority).toBe(9);
          await end(claimed);
        }
        expect(order).toEqual([high, first, second, low]);
      }
    });

    it('shares out between workspaces: one that floods does not hold up another', async () => {
      const flood = await publishIn('flood');
      const quiet = await publishIn('quiet');
      for (let n = 0; n < 30; n += 1) await enqueue({ workspaceId: 'flood' }, flood);
      const late = [
        await enqueue({ workspaceId: 'quiet' }, quiet),
        await enqueue({ workspaceId: 'quiet' }, quiet),
      ];
      const next = async (running: Record<string, number>, count: number) =>
        (await claim({ limit: count, fair: { running }, limited: false })).map((claimed) => claimed);
      const one = await next({ flood: 10 }, 1);
      expect(idsOf(one)).toEqual([late[0]]);
      const four = await next({ flood: 10, quiet: 1 }, 4);
      expect(four.map(({ run }) => run.workspaceId).sort()).toEqual(['flood', 'flood', 'flood', 'quiet']);
      const rest = await next({}, 50);
      expect(rest).toHaveLength(27);
      await Promise.all([...one, ...four, ...rest].map(end));
    });
  });
}
