import type { RunStore } from '@weftwork/runtime';
import { logViolations, watchedRun } from '@weftwork/runtime/testing';
import { type JsonObject, nodeResult } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { drawGraph } from './support/draw-graph';
import { usePostgresStore } from './support/postgres-store';
import { get, post } from './support/shapes';
import { useTestRuntime, WORKSPACE } from './support/test-runtime';

const open = usePostgresStore();
const start = useTestRuntime();

/** Lets the lease of a run end now, whoever holds it. */
const EXPIRE = `UPDATE runs SET lease_until = clock_timestamp() - interval '1 millisecond' WHERE id = $1`;

interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

it('R10 a process whose lease was taken makes no further call after its first refused write', async () => {
  const { store, sql, another } = await open();
  const calls: string[] = [];
  const [held, released, secondCalls, letGo] = [gate(), gate(), gate(), gate()];

  /** The loser: its commit which says that `h1` ended and that `p2` is about to start is held back. */
  const runs: RunStore = {
    ...another().runs,
    // On a slow machine it would find its own lost run before the winner is there.
    claim: async () => [],
    async commit(batch) {
      const isHeld = batch.some(({ admissions }) => admissions?.intents?.length);
      if (!isHeld) return store.runs.commit(batch);
      held.open();
      await released.opened;
      return store.runs.commit(batch);
    },
  };
  const executors = (name: string) => ({
    http: async (config: JsonObject) => {
      calls.push(`${name} ${config.method}`);
      if (config.method === 'POST') {
        secondCalls.open();
        await letGo.opened;
      }
      return nodeResult({ by: name });
    },
  });
  const loser = await start({ store: { ...store, runs }, executors: executors('loser'), embedded: false });
  const id = await loser.publish(
    drawGraph('start>h1 h1>p2 p2>h3 h3>output', {
      h1: get('h1'),
      p2: { type: 'http', ...post('p2') },
      h3: get('h3'),
    }),
  );
  const request = { workspaceId: WORKSPACE, createdBy: 't', workflowId: id, input: {} };
  const { runId } = await loser.runtime.startRun(request);
  await held.opened;
  await sql.query(EXPIRE, [runId]);
  const winner = await start({ store: another(), executors: executors('winner'), embedded: false });
  await secondCalls.opened;
  released.open();
  // The loser has its answer when it holds no run any more; or, were there no fence, when it has called as well.
  while (loser.runtime.activeRuns > 0 && calls.length < 4)
    await new Promise((resolve) => setTimeout(resolve, 5));
  letGo.open();
  const run = await winner.ended(runId);
  expect(calls).toEqual(['loser GET', 'winner GET', 'winner POST', 'winner GET']);
  expect(run.status).toBe('completed');
  const read = (await store.reader.getRunWithLog(WORKSPACE, runId))!;
  expect(logViolations(watchedRun(read.run, read.log))).toEqual([]);
});
