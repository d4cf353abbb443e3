import { encodeEvents, type JsonValue, type RunEvent } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import type { CommitOutcome, GateRow, JudgeSignal, NewSignal, VersionRecord } from '../ports';
import {
  assertGapless,
  COMPLETION,
  claimOne,
  commitAfter,
  commitOne,
  events,
  newRun,
  publish,
  type StoreFactory,
  type StoreUnderTest,
  startRun,
  step,
  useStore,
  WORKSPACE,
  waiting,
} from './fixture';

export function describeSignals(name: string, open: StoreFactory): void {
  describe(`${name}: signals`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    let occurrences = 0;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    /** Takes what is an object. */
    const judge: JudgeSignal = (gate, { payload, signalId }) =>
      typeof payload === 'object' && payload !== null
        ? encodeEvents([
            {
              type: 'gate.decided',
              occurredAt: 1_700_000_000_000,
              nodeId: gate.nodeId,
              attempt: 1,
              data: { stepId: gate.stepId, decision: 'answered', by: 'ann', data: payload, signalId },
            } as RunEvent,
          ])
        : undefined;
    const newKey = () => `order ${++occurrences} 甲`;
    const send = (key: string, payload: JsonValue, rest: Partial<NewSignal> = {}) =>
      store.runs.receiveSignal(
        { workspaceId: WORKSPACE, name: 'paid', key, payload, sentBy: 'ann', ...rest },
        judge,
      );
    const gate = (nodeId: string, key: string, path = ''): GateRow => ({
      ...step(nodeId, 1, path),
      stepId: `${nodeId}~${path}~1`,
      mode: 'signal',
      message: '',
      onTimeout: 'autoReject',
      signal: { name: 'paid', key },
    });
    const waitOn = (...gates: GateRow[]) =>
      startRun(store, version, {
        ...waiting({ status: 'awaiting_input', waitReason: 'signal' }),
        admissions: { ...events('gate.opened'), gates },
      });
    const waitFor = (key: string, ...nodeIds: string[]) =>
      waitOn(...nodeIds.map((nodeId) => gate(nodeId, key)));
    const openGate = (run: CommitOutcome, row: GateRow) =>
      commitOne(store, commitAfter(run, { admissions: { ...events('gate.opened'), gates: [row] } }));
    const offer = (runId: string) => store.runs.offerSignals({ runId, limit: 100 }, judge);
    const statusOf = async (runId: string) =>
      (await store.reader.listGates(WORKSPACE, { runId }, 10)).map(({ status }) => status);
    const placesOf = (gates: readonly { runId: string; stepId: string }[]) =>
      gates.map(({ runId, stepId }) => `${runId} ${stepId}`).sort();

    it('keeps a signal and gives it to every gate that waits for its name and key', async () => {
      const key = newKey();
      const [first, second] = await Promise.all([waitFor(key, 'a'), waitFor(key, 'a', 'b')]);
      const other = await waitFor(newKey(), 'a');
      const receipt = await send(key, { amount: 3 });
      expect(receipt).toMatchObject({
        duplicate: false,
        rejected: [],
        signal: { name: 'paid', key, payload: { amount: 3 }, sentBy: 'ann', workspaceId: WORKSPACE },
      });
      expect(placesOf(receipt.delivered)).toEqual(
        [`${first.runId} a~~1`, `${second.runId} a~~1`, `${second.runId} b~~1`].sort(),
      );
      expect(await statusOf(second.runId)).toEqual(['decided', 'decided']);
      expect(await statusOf(other.runId)).toEqual(['open']);
      expect(await assertGapless(store, second.runId)).toBe(4);
      expect(await claimOne(store, first.runId)).toMatchObject({ seq: 3, wakeSeq: 1 });
      expect(await claimOne(store, other.runId)).toBeUndefined();
      expect(await send(key, { amount: 4 })).toMatchObject({ delivered: [], rejected: [] });
    });

    it('keeps what does not fit, and lets the gate wait on', async () => {
      const key = newKey();
      const run = await waitFor(key, 'a');
      const receipt = await send(key, 'a text');
      expect(receipt.delivered).toEqual([]);
      expect(placesOf(receipt.rejected)).toEqual([`${run.runId} a~~1`]);
      expect(await statusOf(run.runId)).toEqual(['open']);
      expect(await assertGapless(store, run.runId)).toBe(2);
      expect((await store.reader.listSignals(WORKSPACE, { name: 'paid', key }, { limit: 9 })).items).toEqual([
        receipt.signal,
      ]);
      expect((await send(key, {})).delivered).toHaveLength(1);
    });

    it('finds the first that fits behind many that do not, oldest first', async () => {
      const key = newKey();
      const run = await startRun(store, version, {});
      for (let number = 0; number < 25; number += 1) await send(key, `text ${number}`);
      await send(key, { amount: 1 });
      await send(key, { amount: 2 });
      await openGate(run, gate('a', key));
      expect((await offer(run.runId)).told).toEqual([run.runId]);
      const { log } = (await claimOne(store, run.runId)) ?? { log: await store.runs.readLog(run.runId, 0) };
      expect(log.map(({ text }) => text).join('\n')).toContain('"amount":1');
    });

    it('delivers nothing for an idempotency id that came before, whatever comes with it', async () => {
      const key = newKey();
      const run = await waitFor(key, 'a');
      const sent = await Promise.all(
        Array.from({ length: 8 }, (_, n) => send(key, { n }, { idempotencyId: `id of ${key}` })),
      );
      expect(sent.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      expect(sent.flatMap(({ delivered }) => delivered)).toHaveLength(1);
      expect(new Set(sent.map(({ signal }) => JSON.stringify(signal))).size).toBe(1);
      expect(await assertGapless(store, run.runId)).toBe(3);
      const again = await waitFor(newKey(), 'a');
      expect(await send(again.runId, {}, { idempotencyId: `id of ${key}`, name: 'refunded' })).toMatchObject({
        duplicate: true,
        signal: { name: 'paid', key },
      });
      expect(await send(key, {}, { idempotencyId: `id of ${key}`, workspaceId: 'other' })).toMatchObject({
        duplicate: false,
      });
    });

    it('does not cross from one workspace into another', async () => {
      const key = newKey();
      const run = await waitFor(key, 'a');
      expect((await send(key, {}, { workspaceId: 'other' })).delivered).toEqual([]);
      expect(await statusOf(run.runId)).toEqual(['open']);
      expect((await store.reader.listSignals('other', { key }, { limit: 9 })).items).toHaveLength(1);
      expect((await store.reader.listSignals(WORKSPACE, { key }, { limit: 9 })).items).toEqual([]);
    });

    it('offers a gate the oldest fitting signal that came since its run was created', async () => {
      const key = newKey();
      await send(key, { n: 'before the run' });
      await store.passTime(5);
      const run = await startRun(store, version);
      await store.passTime(5);
      await send(key, 'unfit');
      await send(key, { n: 1 });
      await send(key, { n: 2 });
      const opened = await openGate(run, gate('a', key));
      expect(await offer(run.runId)).toEqual({ told: [run.runId], looked: 1 });
      expect(await offer(run.runId)).toEqual({ told: [], looked: 0 });
      const log = await store.runs.readLog(run.runId, opened.seq);
      expect(log.map(({ text }) => text).join()).toContain('"n":1');
      expect(await statusOf(run.runId)).toEqual(['decided']);
      expect(await assertGapless(store, run.runId)).toBe(3);
    });

    it('gives each pass of a loop the next signal, and another node the first one again', async () => {
      const key = newKey();
      const run = await startRun(store, version);
      await store.passTime(5);
      await send(key, { n: 1 });
      await send(key, { n: 2 });
      const seen: string[] = [];
      let heads: CommitOutcome = run;
      for (const row of [gate('a', key, '0'), gate('a', key, '1'), gate('b', key), gate('a', key, '2')]) {
        heads = await openGate(heads, row);
        const before = heads.seq;
        await offer(run.runId);
        const rows = await store.runs.readLog(run.runId, before);
        seen.push(/"n":\d/.exec(rows.map(({ text }) => text).join())?.[0] ?? 'waits');
        heads = { ...heads, seq: before + rows.length, wakeSeq: heads.wakeSeq + rows.length };
      }
      expect(seen).toEqual(['"n":1', '"n":2', '"n":1', 'waits']);
    });

    it('loses no signal that comes while its gate opens', async () => {
      for (let round = 0; round < 15; round += 1) {
        const key = newKey();
        const run = await startRun(store, version);
        const opening = openGate(run, gate('a', key)).then(() => offer(run.runId));
        const [, receipt] = await Promise.all([opening, send(key, { round })]);
        expect(receipt.rejected).toEqual([]);
        expect(await statusOf(run.runId)).toEqual(['decided']);
        expect(await assertGapless(store, run.runId)).toBe(3);
      }
    });

    it('gives a gate nothing that came after its deadline, and what came before it also later', async () => {
      const key = newKey();
      const late = await waitOn({ ...gate('a', key), deadlineSeconds: 0.02 });
      await store.passTime(60);
      expect(await send(key, { n: 1 })).toMatchObject({ delivered: [], rejected: [] });
      expect(await store.runs.offerSignals({ runId: late.runId, limit: 10 }, judge)).toMatchObject({
        told: [],
      });
      const early = await startRun(store, version);
      const other = newKey();
      await send(other, { n: 2 });
      await commitOne(
        store,
        commitAfter(early, {
          admissions: { ...events('gate.opened'), gates: [{ ...gate('a', other), deadlineSeconds: 0.02 }] },
        }),
      );
      await store.passTime(60);
      expect(await store.runs.offerSignals({ runId: early.runId, limit: 10 }, judge)).toMatchObject({
        told: [early.runId],
      });
    });

    it('decides a gate once of a signal and an answer at the same time, and a due one by its expiry alone', async () => {
      for (let round = 0; round < 8; round += 1) {
        const key = newKey();
        const isDue = round % 2 === 0;
        const run = await waitOn({ ...gate('a', key), deadlineSeconds: isDue ? 0 : 3600 });
        const decision = { runId: run.runId, stepId: 'a~~1', by: 'bob', events: events('gate.decided') };
        const [signal, answer, told] = await Promise.all([
          send(key, {}),
          store.runs.decideGate({ ...decision, workspaceId: WORKSPACE }),
          store.runs.expireGates([decision]),
        ]);
        // An expiry passes over a run that somebody else holds just now, and is told with the next look.
        const expired = [...told, ...(await store.runs.expireGates([decision]))];
        const others = [signal.delivered.length === 1, answer.ok].filter(Boolean);
        expect([others.length, expired.length]).toEqual(isDue ? [0, 1] : [1, 0]);
        expect(await assertGapless(store, run.runId)).toBe(3);
      }
    });

    it('passes over runs that end, are cancelled or gave up their gate', async () => {
      const key = newKey();
      const ended = await waitFor(key, 'a');
      const [cancelled, withdrawn] = [await waitFor(key, 'a'), await waitFor(key, 'a')];
      await store.runs.requestCancel({
        ...{ runId: cancelled.runId, workspaceId: WORKSPACE },
        events: events('run.cancel_requested'),
      });
      await store.runs.decideGate({
        ...{ runId: ended.runId, workspaceId: WORKSPACE, stepId: 'a~~1', by: 'x' },
        events: events('gate.decided'),
      });
      const claimed = (await claimOne(store, ended.runId))!;
      await commitOne(
        store,
        commitAfter({ runId: ended.runId, seq: claimed.seq, wakeSeq: claimed.wakeSeq, epoch: 2 }, COMPLETION),
      );
      const receipt = await send(key, {});
      expect(placesOf(receipt.delivered)).toEqual([`${withdrawn.runId} a~~1`]);
      expect(receipt.rejected).toEqual([]);
    });

    it('tells many runs at once while they are written to, without a deadlock', async () => {
      const key = newKey();
      const runs = await Promise.all(Array.from({ length: 30 }, () => waitFor(key, 'a', 'b')));
      const cancels = runs
        .filter((_, index) => index % 5 === 0)
        .reverse()
        .map(({ runId }) =>
          store.runs.requestCancel({ runId, workspaceId: WORKSPACE, events: events('run.cancel_requested') }),
        );
      const [first, second] = await Promise.all([send(key, { n: 1 }), send(key, { n: 2 }), ...cancels]);
      expect(first.delivered.length === 0 || second.delivered.length === 0).toBe(true);
      for (const { runId } of runs) await assertGapless(store, runId);
      const left = await send(key, { n: 3 });
      expect(left.delivered).toEqual([]);
    });

    it('pages through what is kept, newest first, and forgets what is old', async () => {
      const key = newKey();
      for (let n = 0; n < 5; n += 1) await send(key, { n });
      const read = async (cursor?: string) => {
        const page = await store.reader.listSignals(
          WORKSPACE,
          { name: 'paid', key },
          { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        );
        return { payloads: page.items.map(({ payload }) => payload), next: page.nextCursor };
      };
      const first = await read();
      const second = await read(first.next!);
      const third = await read(second.next!);
      expect([first, second, third].map(({ payloads }) => payloads)).toEqual([
        [{ n: 4 }, { n: 3 }],
        [{ n: 2 }, { n: 1 }],
        [{ n: 0 }],
      ]);
      expect(third.next).toBeNull();
      expect(await store.runs.purgeSignals(60_000, 1000)).toBe(0);
      await store.passTime(20);
      await store.runs.purgeSignals(10, 1000);
      expect(await read()).toEqual({ payloads: [], next: null });
    });

    it('offers in one sweep what the processes of several runs left behind', async () => {
      const key = newKey();
      const runs = await Promise.all([startRun(store, version), startRun(store, version)]);
      await store.passTime(5);
      await send(key, {});
      for (const run of runs) await openGate(run, gate('a', key));
      const sweeps = await Promise.all(
        Array.from({ length: 3 }, () => store.runs.offerSignals({ limit: 1000 }, judge)),
      );
      expect(
        sweeps
          .flatMap(({ told }) => told)
          .filter((id) => runs.some(({ runId }) => runId === id))
          .sort(),
      ).toEqual(runs.map(({ runId }) => runId).sort());
      expect(await store.runs.offerSignals({ runId: newRun(version).runId, limit: 9 }, judge)).toEqual({
        told: [],
        looked: 0,
      });
    });
  });
}
