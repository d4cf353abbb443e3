import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRedis } from '../../scripts/lib/redis.mjs';
import { createTestCluster, type TestCluster } from './support';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await createTestCluster({ workers: 2 });
});
afterAll(() => cluster?.stop());

const sample = (wait?: number) => cluster.run('start_output', { name: 'x' }, wait);

/** Redis keeps nothing over a kill, so what its stream of events holds was done since. */
async function wakesByRedis(): Promise<boolean> {
  await sample();
  const answer = await cluster.redis!.command('XLEN', 'weftwork:runs:events').catch(() => ':0');
  // A wake-up that a worker took: added, waiting, active, completed.
  return Number(answer.slice(1)) >= 4;
}

async function untilWokenByRedis(): Promise<void> {
  const until = performance.now() + 15_000;
  while (!(await wakesByRedis()))
    if (performance.now() > until) throw new Error('No worker takes wake-ups from Redis.');
}

async function allEnd(runIds: readonly string[]): Promise<void> {
  for (const id of runIds) {
    const { status } = await cluster.until(
      id,
      (run) => run.status === 'completed' || run.status === 'failed',
    );
    expect(status).toBe('completed');
  }
}

it('R01 runs go on while Redis is away, and it wakes workers again when it is back, without a restart', async () => {
  await untilWokenByRedis();
  await cluster.redis!.kill();
  for (let turn = 0; turn < 3; turn += 1) expect(await sample()).toMatchObject({ status: 'completed' });
  expect(await cluster.api('/health')).toMatchObject({ queue: 'redis: away' });
  await cluster.redis!.start();
  await untilWokenByRedis();
  expect(await cluster.api('/health')).toMatchObject({ queue: 'redis: connected' });
});

it('R02 loses no run while every connection to Redis is cut again and again', async () => {
  const runs: string[] = [];
  for (let cut = 0; cut < 12; cut += 1) {
    await cluster.redis!.command('CLIENT', 'KILL', 'TYPE', 'normal');
    const started = await Promise.all(Array.from({ length: 5 }, () => sample(0)));
    runs.push(...started.map(({ id }) => id));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await allEnd(runs);
  await untilWokenByRedis();
});

it('R08 walks runs whose wake-ups never reached Redis or were flushed out of it', async () => {
  for (const worker of cluster.workers) worker.kill('SIGSTOP');
  const started = await Promise.all(Array.from({ length: 20 }, () => sample(0)));
  expect(await cluster.redis!.command('FLUSHALL')).toBe('+OK');
  for (const worker of cluster.workers) worker.kill('SIGCONT');
  await allEnd(started.map(({ id }) => id));
  await untilWokenByRedis();
});

it('R04 a wake-up is used once: restarts of Redis leave no more of them than runs', async () => {
  for (const worker of cluster.workers) worker.kill('SIGSTOP');
  const started = await Promise.all(Array.from({ length: 10 }, () => sample(0)));
  const waiting = Number((await cluster.redis!.command('LLEN', 'weftwork:runs:wait')).slice(1));
  expect(waiting).toBeLessThanOrEqual(10);
  for (let restart = 0; restart < 3; restart += 1) {
    await cluster.redis!.kill();
    await cluster.redis!.start();
  }
  for (const worker of cluster.workers) worker.kill('SIGCONT');
  await allEnd(started.map(({ id }) => id));
  expect(Number((await cluster.redis!.command('LLEN', 'weftwork:runs:wait')).slice(1))).toBeLessThanOrEqual(
    10,
  );
});

it('starts without Redis and uses it once it is there', async () => {
  await cluster.redis!.kill();
  const late = await cluster.startWorker();
  expect(await sample()).toMatchObject({ status: 'completed' });
  await cluster.redis!.start();
  for (const other of cluster.workers.filter((worker) => worker !== late)) await other.end();
  await untilWokenByRedis();
});

it('refuses a Redis that may drop wake-ups', async () => {
  const careless = await startRedis({ policy: 'allkeys-lru' });
  try {
    await expect(cluster.startWorker({ REDIS_URL: careless.url })).rejects.toThrow('ended with code 1');
  } finally {
    await careless.stop();
  }
});
