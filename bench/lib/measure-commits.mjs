/** How many commits a run costs, counted by the database's own transaction numbers. */
import { sleep } from '../peers/lib/proc.mjs';
import { writingTransactions } from './database.mjs';
import { call, publish, runOnce, withDatabase } from './service.mjs';
import { calls, chain } from './workflows.mjs';

const CALLS = 10;
const IDLE_MS = 2_000;

export async function measureCommits({ agent, databaseUrl }, echo) {
  await publish(agent, chain('pure', 10));
  await publish(agent, calls('calls', CALLS, echo));
  return withDatabase(databaseUrl, async (client) => {
    const idleBefore = await writingTransactions(client);
    await sleep(IDLE_MS);
    const idlePerMs = ((await writingTransactions(client)) - idleBefore) / IDLE_MS;

    async function perRun(runs, once) {
      await once();
      const before = await writingTransactions(client);
      const startedAt = performance.now();
      for (let run = 0; run < runs; run += 1) await once();
      const background = idlePerMs * (performance.now() - startedAt);
      return ((await writingTransactions(client)) - before - background) / runs;
    }

    const awaited = await perRun(200, () => runOnce(agent, 'pure', { n: 0 }));
    const notAwaited = await perRun(100, () => runUnawaited(agent, 'pure', { n: 0 }));
    const effectful = await perRun(40, () => runOnce(agent, 'calls', { n: 0 }));
    return {
      perPureRunAwaited: awaited,
      perPureRunNotAwaited: notAwaited,
      perEffectfulNode: effectful / CALLS,
      perRunOfTenCalls: effectful,
      idlePerSecond: idlePerMs * 1000,
    };
  });
}

async function runUnawaited(agent, workflowId, input) {
  const { id } = await call(agent, 'POST', '/runs', { workflowId, input });
  for (;;) {
    const { status } = await call(agent, 'GET', `/runs/${id}`);
    if (status === 'completed') return;
    if (status === 'failed' || status === 'cancelled') throw new Error(`Run ${id} became ${status}.`);
    await sleep(2);
  }
}
