import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitOutcome, VersionRecord } from '../ports';
import {
  assertGapless,
  COMPLETION,
  claimOne,
  commitAfter,
  commitOne,
  events,
  publish,
  type StoreFactory,
  type StoreUnderTest,
  startRun,
  step,
  useStore,
  WORKSPACE,
  waiting,
} from './fixture';

/** A walker and others write to the same runs at the same time, in many orders. */
export function describeInterleavings(name: string, open: StoreFactory, rounds: number): void {
  describe(`${name}: interleavings`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    const GATES = ['a', 'b', 'c'];

    async function start(): Promise<CommitOutcome> {
      return startRun(store, version, {
        admissions: {
          ...events('gate.opened', 'gate.opened', 'gate.opened'),
          gates: GATES.map((nodeId) => ({
            ...step(nodeId),
            stepId: nodeId,
            mode: 'approval',
            message: null,
            onTimeout: 'autoReject',
          })),
        },
      });
    }

    const decide = (runId: string, stepId: string) =>
      store.runs.decideGate({
        runId,
        workspaceId: WORKSPACE,
        stepId,
        by: 'ann',
        events: events('gate.decided'),
      });

    /** Commits facts of the given sizes one after the other; then ends the run as soon as nobody interferes. */
    async function walk(run: CommitOutcome, sizes: readonly number[]): Promise<number> {
      let heads = run;
      let written = run.seq;
      for (const size of sizes) {
        const types = Array.from({ length: size }, () => 'node.completed' as const);
        const outcome = await commitOne(store, commitAfter(heads, { facts: events(...types) }));
        expect(outcome.result).toBe('all');
        expect(outcome.firstSeq).toBe(outcome.seq - size + 1);
        written += size;
        heads = outcome;
      }
      for (;;) {
        const outcome = await commitOne(store, commitAfter(heads, COMPLETION));
        if (outcome.result === 'all') return written + 1;
        heads = outcome;
      }
    }

    it('numbers events without a gap and ends each run after its last fact', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              sizes: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
              answers: fc.array(fc.constantFrom(...GATES), { maxLength: 4 }),
            }),
            { minLength: 1, maxLength: 6 },
          ),
          async (plans) => {
            await Promise.all(
              plans.map(async ({ sizes, answers }) => {
                const run = await start();
                const decided = Promise.all(answers.map((stepId) => decide(run.runId, stepId)));
                const [written, decisions] = await Promise.all([walk(run, sizes), decided]);
                const facts = decisions.filter(({ ok }) => ok).length;
                expect(await assertGapless(store, run.runId)).toBe(written + facts);
                const read = await store.reader.getRunWithLog(WORKSPACE, run.runId);
                expect(read?.run).toMatchObject({ status: 'completed', lastSeq: written + facts });
                expect(read?.run.output).toEqual({ answer: 42 });
              }),
            );
          },
        ),
        { numRuns: rounds },
      );
    });

    it('hands a run out with every fact that its number counts', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const run = await start();
        await commitOne(
          store,
          commitAfter(run, waiting({ status: 'awaiting_input', waitReason: 'approval' })),
        );
        const claims = GATES.map(async () => {
          const claimed = await claimOne(store, run.runId);
          if (claimed) expect(claimed.log.at(-1)?.lastSeq).toBe(claimed.seq);
          return claimed;
        });
        await Promise.all([...claims, ...GATES.map((stepId) => decide(run.runId, stepId))]);
        const claimed = (await Promise.all(claims)).filter((claim) => claim !== undefined);
        expect(claimed.length).toBeLessThanOrEqual(1);
      }
    });

    it('never lets a run sleep over a fact', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const run = await start();
        const wait = waiting({ status: 'awaiting_input', waitReason: 'approval' });
        const letGo = async (): Promise<number> => {
          for (let heads = run; ; ) {
            const outcome = await commitOne(store, commitAfter(heads, wait));
            if (outcome.result === 'all') return outcome.seq;
            heads = outcome;
          }
        };
        const decided = GATES.map((stepId, index) =>
          store.passTime(index * (round % 3)).then(() => decide(run.runId, stepId)),
        );
        const [seen] = await Promise.all([letGo(), ...decided]);
        const claimed = await claimOne(store, run.runId);
        expect(claimed !== undefined).toBe(seen < run.seq + GATES.length);
      }
    });
  });
}
