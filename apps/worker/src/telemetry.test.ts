import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { compose, type Worker } from './composition';
import { parseSettings } from './settings';

let database: TestDatabase;
let worker: Worker;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = parseSettings([], { DATABASE_URL: database.url, WEFTWORK_METRICS_PORT: '0' });
  if (settings === 'help') throw new Error('not asked for');
  worker = await compose(settings, pino({ level: 'silent' }));
  await worker.start();
});
afterAll(() => database?.drop());

it('tells Prometheus of itself, stands among the workers, and leaves when it stops', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const workers = async () => (await client.query('SELECT name, slots FROM workers')).rows;
  try {
    await expect
      .poll(async () => (await fetch(worker.metricsUrl!)).text())
      .toMatch(/^weftwork_workers_alive 1$/m);
    expect(worker.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(await workers()).toEqual([
      { name: expect.stringMatching(new RegExp(`:${process.pid}$`)), slots: 1_000 },
    ]);
    const health = await fetch(worker.metricsUrl!.replace('/metrics', '/health'));
    expect(await health.json()).toEqual({ status: 'ok' });
    await worker.close(1_000);
    expect(await workers()).toEqual([]);
  } finally {
    await client.end();
  }
});
