import type { EventEnvelope } from '@weftwork/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawGraph } from '../support/draw-graph';
import { createTestCluster, type TestCluster } from './support';

/* Hosts whose clocks are wrong. Only the clock of the database counts. */

const HOUR = 3_600_000;

/** For a process whose clock shows that much more. */
function offBy(ms: number): Record<string, string> {
  const code = `const own = Date.now; Date.now = () => own() + ${ms};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await createTestCluster({ workers: 0, redisUrl: null, serverEnv: offBy(HOUR / 2) });
  const ask = {
    type: 'human_input' as const,
    config: { mode: 'approval', message: '?', deadlineSeconds: 2, onTimeout: { policy: 'autoApprove' } },
  };
  await cluster.publish({ ...drawGraph('start>ask ask.approved>output', { ask }), id: 'deadline' });
});
afterAll(() => cluster?.stop());

it.each([HOUR, -HOUR])(
  'a deadline is met on a worker whose clock is %d ms off, and history is in order',
  async (ms) => {
    const worker = await cluster.startWorker(offBy(ms));
    const startedAt = Date.now();
    const { id } = await cluster.run('deadline', {}, 0);
    await cluster.until(id, ({ status }) => status === 'completed');
    await worker.end();
    const { items } = await cluster.api<{ items: EventEnvelope[] }>(`/runs/${id}/events?after=0&limit=100`, {
      headers: { accept: 'application/json' },
    });
    const times = items.map(({ occurredAt }) => Date.parse(occurredAt));
    const at = (type: string) => times[items.findIndex((event) => event.type === type)]!;
    expect(at('gate.expired') - at('gate.opened')).toBeGreaterThanOrEqual(1_900);
    // All of them within the test, give or take what a reading of the clock may be off.
    expect(Math.min(...times)).toBeGreaterThan(startedAt - 1_000);
    expect(Math.max(...times)).toBeLessThan(Date.now() + 1_000);
  },
  60_000,
);
