import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TrialPostgres, type TrialProcess } from '../../scripts/lib/cluster.mjs';
import { freePort, startRedis } from '../../scripts/lib/redis.mjs';
import { eventually } from '../support/eventually';
import { createTestCluster, type TestCluster } from './support';

// Whole processes, several in a row.
vi.setConfig({ testTimeout: 60_000 });

/* Processes that start before what they stand on is there, or that are told something wrong about it. */

let home: string;
let postgres: TrialPostgres;
let cluster: TestCluster;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'weftwork-starts-'));
  postgres = await startPostgres(home);
  cluster = await createTestCluster({ databaseUrl: postgres.url, redisUrl: null, servers: 0, workers: 0 });
});
afterAll(async () => {
  await cluster?.stop();
  await postgres?.stop();
  await rm(home, { recursive: true, force: true });
});

async function ask(url: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(url);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The process that is being started, although it may not be ready for long. */
async function launched<T extends TrialProcess>(processes: readonly T[]): Promise<T> {
  const before = processes.length;
  return eventually(() => processes.length > before && processes.at(-1)!);
}

/** Asks until somebody listens and the answer is as wanted. */
function untilSaid(url: string, wanted: (text: string) => boolean): Promise<string> {
  return eventually(async () => {
    const text = await fetch(url).then(
      (answer) => answer.text(),
      () => '',
    );
    return wanted(text) && text;
  });
}

describe('a database that is away when a process starts', () => {
  it('is waited for by servers and workers, which say so, and used once it has recovered', async () => {
    await postgres.kill();
    const port = String(await freePort());
    const starting = [cluster.startWorker({ WEFTWORK_METRICS_PORT: port }), cluster.startServer()];
    const { url, logPath } = await launched(cluster.servers);
    const worker = `http://127.0.0.1:${port}`;
    const says = (text: string) => text.includes('Waiting for the database. The database cannot be reached');
    await untilSaid(`${url}/api/v1/health`, says);
    expect(await ask(`${url}/api/v1/health`)).toMatchObject({
      status: 200,
      body: { status: 'degraded', problems: [{ code: 'STORAGE_UNAVAILABLE' }] },
    });
    expect(await ask(`${url}/api/v1/ready`)).toMatchObject({
      status: 503,
      body: { status: 503, code: 'STORAGE_UNAVAILABLE', detail: expect.stringContaining('ECONNREFUSED') },
    });
    await untilSaid(`${worker}/ready`, says);
    expect(await ask(`${worker}/health`)).toMatchObject({ status: 200, body: { status: 'degraded' } });
    expect(await ask(`${worker}/ready`)).toMatchObject({
      status: 503,
      body: { status: 'waiting', code: 'STORAGE_UNAVAILABLE' },
    });
    expect(await readFile(logPath, 'utf8')).toMatch(/Waiting for the database\..*at most \d+ s more/);
    expect(await readFile(cluster.workers.at(-1)!.logPath, 'utf8')).toMatch(/Waiting for the database\./);

    await postgres.start();
    await Promise.all(starting);
    expect(await ask(`${url}/api/v1/ready`)).toEqual({ status: 200, body: { status: 'ready' } });
    expect(await ask(`${worker}/ready`)).toEqual({ status: 200, body: { status: 'ready' } });
    expect(await cluster.run('start_output', { name: 'x' })).toMatchObject({ status: 'completed' });
  });

  it('is waited for no longer than it is told, and not after SIGTERM', async () => {
    const away = { DATABASE_URL: `postgres://u:hunter22@127.0.0.1:${await freePort()}/weftwork` };
    const impatient = cluster.startWorker({ ...away, WEFTWORK_START_WAIT_SECONDS: '0' });
    await expect(impatient).rejects.toThrow('ended with code 1');
    expect(await readFile(cluster.workers.at(-1)!.logPath, 'utf8')).toContain('STORAGE_UNAVAILABLE');

    for (const kind of ['server', 'worker'] as const) {
      const launching = launched<TrialProcess>(kind === 'server' ? cluster.servers : cluster.workers);
      const start = kind === 'server' ? cluster.startServer(away) : cluster.startWorker(away);
      const failed = expect(start).rejects.toThrow('ended with code 0');
      const process = await launching;
      const log = () => readFile(process.logPath, 'utf8').catch(() => '');
      await eventually(async () => (await log()).includes('Waiting for the database'));
      process.kill('SIGTERM');
      await failed;
      expect(await readFile(process.logPath, 'utf8')).not.toContain('hunter22');
    }
  });

  it('is not waited for when it lets nobody in', async () => {
    const wrong = new URL(postgres.url);
    wrong.password = 'hunter22';
    await expect(cluster.startWorker({ DATABASE_URL: wrong.href })).rejects.toThrow('ended with code 1');
    const log = await readFile(cluster.workers.at(-1)!.logPath, 'utf8');
    expect(log).toContain('The database lets nobody in with what DATABASE_URL says');
    expect(log).not.toContain('hunter22');
  });
});

it('a Redis with another password is told by its cause, and runs go on by the database', async () => {
  const redis = await startRedis();
  await redis.command('CONFIG', 'SET', 'requirepass', 'the-right-one');
  const REDIS_URL = redis.url.replace('://', '://:hunter22@');
  const port = String(await freePort());
  const own = await createTestCluster({
    databaseUrl: postgres.url,
    redisUrl: REDIS_URL,
    workers: 1,
    workerEnv: { WEFTWORK_METRICS_PORT: port },
  });
  try {
    expect(await own.run('start_output', { name: 'x' })).toMatchObject({ status: 'completed' });
    const problems = [
      { code: 'QUEUE_UNAVAILABLE', message: expect.stringContaining('authentication failed: WRONGPASS') },
    ];
    const { url } = own.servers[0]!;
    expect(await own.api('/health')).toMatchObject({ status: 'degraded', queue: 'redis: denied', problems });
    expect(await ask(`${url}/api/v1/ready`)).toMatchObject({
      status: 200,
      body: { status: 'ready', problems },
    });
    expect(await ask(`http://127.0.0.1:${port}/ready`)).toMatchObject({ status: 200, body: { problems } });
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain('weftwork_redis{state="denied"} 1');
    const log = await readFile(own.workers[0]!.logPath, 'utf8');
    expect(log).toContain('authentication failed: WRONGPASS');
    expect(log).not.toContain('hunter22');
  } finally {
    await own.stop();
    await redis.stop();
  }
});
