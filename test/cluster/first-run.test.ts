import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestCluster, type TestCluster } from './support';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await createTestCluster();
});
afterAll(() => cluster?.stop());

it('runs a sample that one process admits and another walks', async () => {
  expect(await cluster.api('/health')).toMatchObject({ storage: 'postgresql', queue: 'redis: connected' });
  const run = await cluster.run('start_output', { name: '世界' });
  expect(run).toMatchObject({ status: 'completed', output: { greeting: expect.stringContaining('世界') } });
});

it('leaves nothing of a finished wake-up in Redis', async () => {
  expect(await cluster.redis!.command('LLEN', 'weftwork:runs:wait')).toBe(':0');
  expect(await cluster.redis!.command('ZCARD', 'weftwork:runs:completed')).toBe(':0');
});
