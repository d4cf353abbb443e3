import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../memory';
import type { VersionRecord } from '../ports';
import {
  assertGapless,
  COMPLETION,
  claimOne,
  commitAfter,
  commitOne,
  creation,
  events,
  newRun,
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

export function describeCommit(name: string, open: StoreFactory): void {
  describe(`${name}: commit`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    const intent = (nodeId: string) => ({ ...step(nodeId), effectClass: 'atMostOnce' as const });
    const artifact = (nodeId: string) => ({
      ...step(nodeId),
      ...{ artifactId: uuidV7(), name: `${nodeId}.json`, mimeType: 'application/json' },
      ...{ sha256: '0'.repeat(64), bytes: 2 },
    });

    it('inserts a run leased and numbers its events from 1', async () => {
      const outcome = await startRun(store, version, { facts: events('run.started', 'node.started') });
      expect(outcome).toMatchObject({ result: 'all', firstSeq: 1, seq: 2, wakeSeq: 0, status: 'running' });
      expect(await claimOne(store, outcome.runId)).toBeUndefined();
    });

    it('inserts a run that is terminal already, and nobody claims it', async () => {
      const outcome = await startRun(store, version, COMPLETION);
      expect(outcome).toMatchObject({ result: 'all', firstSeq: 1, seq: 2, status: 'completed' });
      expect(await claimOne(store, outcome.runId)).toBeUndefined();
      expect(await assertGapless(store, outcome.runId)).toBe(2);
    });

    it('carries runs of every shape in one call', async () => {
      const running = await startRun(store, version);
      const outcomes = await store.runs.commit([
        creation(newRun(version), COMPLETION),
        commitAfter(running, { facts: events('node.started'), ...COMPLETION }),
        creation(newRun(version), { admissions: { ...events('node.started'), intents: [intent('a')] } }),
        creation(newRun(version), waiting({ status: 'awaiting_input', waitReason: 'approval' })),
        creation(newRun(version), {
          ...COMPLETION,
          transition: { status: 'failed', error: { code: 'X', message: 'no' } },
        }),
      ]);
      expect(outcomes.map(({ result, status }) => `${result} ${status}`)).toEqual([
        'all completed',
        'all completed',
        'all running',
        'all awaiting_input',
        'all failed',
      ]);
      for (const { runId, seq } of outcomes) expect(await assertGapless(store, runId)).toBe(seq);
    });

    it.each([
      ['an old epoch', { epoch: 0 }, 0],
      ['an expired lease', {}, SHORT_LEASE_MS * 2],
      ['both', { epoch: 0 }, SHORT_LEASE_MS * 2],
    ])('writes nothing with %s', async (_, fence, pauseMs) => {
      const run = await startRun(store, version, { leaseMs: SHORT_LEASE_MS });
      if (pauseMs > 0) await store.passTime(pauseMs);
      const commit = commitAfter(run, { facts: events('node.started'), ...fence });
      expect((await commitOne(store, commit)).result).toBe('lost');
      expect(await assertGapless(store, run.runId)).toBe(1);
    });

    it('is lost for a run that does not exist', async () => {
      const commit = commitAfter({ runId: uuidV7(), seq: 0, wakeSeq: 0 });
      expect(await commitOne(store, commit)).toMatchObject({ result: 'lost' });
    });

    it('loses the old owner and lets the new one write after a takeover', async () => {
      const run = await startRun(store, version, { leaseMs: SHORT_LEASE_MS });
      await store.passTime(SHORT_LEASE_MS * 2);
      const claimed = (await claimOne(store, run.runId))!;
      expect(claimed.epoch).toBe(2);
      const [old, own] = await store.runs.commit([
        commitAfter({ ...run, epoch: 1 }, { facts: events('node.started') }),
        commitAfter(await startRun(store, version), { facts: events('node.completed') }),
      ]);
      expect([old!.result, own!.result]).toEqual(['lost', 'all']);
      const taken = commitAfter({ ...run, epoch: 2 }, { facts: events('node.completed') });
      expect(await commitOne(store, taken)).toMatchObject({ result: 'all', firstSeq: 2 });
    });

    it('renews the lease with every commit', async () => {
      let run = await startRun(store, version, { leaseMs: 400 });
      for (let round = 0; round < 3; round += 1) {
        await store.passTime(200);
        run = await commitOne(
          store,
          commitAfter(run, { leaseMs: 400, facts: events('node.started', 'node.completed') }),
        );
        expect(run.result).toBe('all');
      }
    });

    it('keeps facts and refuses admissions of a run that is being cancelled', async () => {
      const run = await startRun(store, version);
      await store.runs.requestCancel({
        runId: run.runId,
        workspaceId: WORKSPACE,
        events: events('run.cancel_requested'),
      });
      const outcome = await commitOne(
        store,
        commitAfter(run, {
          facts: events('node.completed'),
          artifacts: [artifact('called')],
          admissions: {
            ...events('node.started', 'gate.opened'),
            artifacts: [artifact('decided')],
            intents: [intent('late')],
            gates: [
              { ...step('g'), stepId: 'g~~1', mode: 'approval', message: 'Go?', onTimeout: 'autoReject' },
            ],
            timers: [{ key: 't', kind: 'retry', afterMs: 0 }],
          },
          transition: { status: 'awaiting_input', waitReason: 'approval' },
          release: true,
        }),
      );
      expect(outcome).toMatchObject({ result: 'facts', firstSeq: 3, seq: 3, status: 'cancel_requested' });
      expect(await store.reader.listGates(WORKSPACE, { runId: run.runId }, 10)).toEqual([]);
      const kept = await store.reader.listArtifacts(WORKSPACE, run.runId);
      expect(kept.map(({ name }) => name)).toEqual(['called.json']);
      const end = commitAfter(outcome, {
        expectStatus: 'cancel_requested',
        admissions: events('run.cancelled'),
        transition: { status: 'cancelled' },
        requireQuiet: true,
      });
      expect(await commitOne(store, end)).toMatchObject({ result: 'all', seq: 4, status: 'cancelled' });
    });

    it('refuses to end a run quietly when a fact came in between, then lets it', async () => {
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
      const refused = await commitOne(store, commitAfter(run, COMPLETION));
      expect(refused).toMatchObject({ result: 'facts', seq: 3, wakeSeq: 1, status: 'running' });
      const log = await store.runs.readLog(run.runId, run.seq);
      expect(log.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([[3, 3]]);
      expect(await commitOne(store, commitAfter(refused, COMPLETION))).toMatchObject({
        result: 'all',
        seq: 4,
        status: 'completed',
      });
    });

    it('tells where facts were put when others wrote before', async () => {
      const run = await startRun(store, version);
      await store.runs.requestCancel({
        runId: run.runId,
        workspaceId: WORKSPACE,
        events: events('run.cancel_requested'),
      });
      const outcome = await commitOne(store, commitAfter(run, { facts: events('node.completed') }));
      expect(outcome).toMatchObject({ firstSeq: 3, seq: 3, wakeSeq: 1, status: 'cancel_requested' });
    });

    it('fails the guilty commit alone', async () => {
      const guilty = await startRun(store, version, {
        admissions: { ...events('node.started'), intents: [intent('a')] },
      });
      const innocent = await startRun(store, version);
      const again = { admissions: { ...events('node.started'), intents: [intent('a')] } };
      const outcomes = await store.runs.commit([
        commitAfter(guilty, again),
        commitAfter(innocent, again),
        creation(newRun(version), COMPLETION),
        creation(newRun(version, { runId: innocent.runId }), COMPLETION),
      ]);
      expect(outcomes.map(({ result, failure }) => [result, failure instanceof Error])).toEqual([
        ['lost', true],
        ['all', false],
        ['all', false],
        ['lost', true],
      ]);
      expect(await assertGapless(store, guilty.runId)).toBe(2);
    });

    it('refuses a status that may not follow', async () => {
      const run = await startRun(store, version);
      const outcome = await commitOne(
        store,
        commitAfter(run, { facts: events('node.started'), transition: { status: 'cancelled' } }),
      );
      expect(outcome.result).toBe('lost');
      expect(outcome.failure).toBeInstanceOf(Error);
      expect(await assertGapless(store, run.runId)).toBe(1);
    });

    it('accepts nothing after the end', async () => {
      const run = await startRun(store, version);
      const end = await commitOne(store, commitAfter(run, COMPLETION));
      const late = await commitOne(store, commitAfter(end, { facts: events('node.completed') }));
      expect(late.result).toBe('lost');
      expect(await assertGapless(store, run.runId)).toBe(2);
    });

    it('answers the first run for a known idempotency key and writes nothing', async () => {
      const idempotencyKey = { key: `key-${uuidV7()}`, bodyHash: 'hash' };
      const first = await startRun(store, version);
      const keyed = creation(newRun(version, { idempotencyKey }), COMPLETION);
      const outcomes = await store.runs.commit([
        keyed,
        creation(newRun(version, { idempotencyKey: { ...idempotencyKey, bodyHash: 'other' } })),
        commitAfter(first, { facts: events('node.started') }),
      ]);
      const winners = outcomes.slice(0, 2).filter(({ result }) => result === 'all');
      expect(winners).toHaveLength(1);
      const loser = outcomes.slice(0, 2).find(({ result }) => result === 'lost')!;
      expect(loser.replayOf?.runId).toBe(winners[0]!.runId);
      expect(loser.failure).toBeUndefined();
      expect(await store.reader.getRun(WORKSPACE, loser.runId)).toBeUndefined();
      const later = await store.runs.enqueue(newRun(version, { idempotencyKey }));
      expect(later).toMatchObject({ result: 'lost', replayOf: { runId: winners[0]!.runId } });
      const { key } = idempotencyKey;
      expect(await store.reader.getKeyHolder(WORKSPACE, key)).toEqual(loser.replayOf);
      expect(await store.reader.getKeyHolder('another', key)).toBeUndefined();
      expect(await store.reader.getKeyHolder(WORKSPACE, `${key}x`)).toBeUndefined();
    });

    it('starts one run for twenty requests with one key', async () => {
      const idempotencyKey = { key: `key-${uuidV7()}`, bodyHash: 'hash' };
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === 0
            ? commitOne(store, creation(newRun(version, { idempotencyKey }), COMPLETION))
            : store.runs.enqueue(newRun(version, { idempotencyKey })),
        ),
      );
      const started = outcomes.filter(({ result }) => result === 'all');
      expect(started).toHaveLength(1);
      for (const { result, replayOf } of outcomes)
        if (result === 'lost') expect(replayOf?.runId).toBe(started[0]!.runId);
    });

    it('keeps long, foreign and odd texts as they are', async () => {
      const text = '1[0,[18,0,"专题",0,1,{"level":"info","text":"\\u0000 \u{1F375} \\ud800"}]]';
      const run = newRun(version, { input: { 名: '茶 \u{1F375}', long: 'x'.repeat(300_000) } });
      await commitOne(store, creation(run, { facts: { text, events: 1 } }));
      const read = await store.reader.getRunWithLog(WORKSPACE, run.runId);
      expect(read?.log[0]?.text).toBe(text);
      expect(read?.run.input).toEqual(run.input);
    });
  });
}
