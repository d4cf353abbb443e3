import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { createPostgresHints, type PostgresHints } from './postgres-hints';

let database: TestDatabase;
let client: Client;
let hints: PostgresHints;
const errors: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  hints = createPostgresHints({ connectionString: database.url, onError: (error) => errors.push(error) });
});
afterAll(async () => {
  await hints?.close();
  await client.end();
  await database?.drop();
});

const notify = (payload: string) => client.query('SELECT pg_notify($1, $2)', ['weftwork_wakes', payload]);

it('hears on after notifications that nobody of ours sent', async () => {
  const heard: unknown[] = [];
  let told = () => {};
  hints.wakes.onMessage((runId, message) => {
    // As a hub would: of a message that is none it cannot read the kind.
    heard.push([runId, message.kind]);
    told();
  });
  await listening();
  for (const payload of ['', 'x', 'x\nno json', 'x\nnull', 'x\n[]', 'x\n["r",null]', 'x\n{"a":1}'])
    await notify(payload);
  const arrived = new Promise<void>((resolve) => {
    told = resolve;
  });
  await notify(`x\n${JSON.stringify(['r', { kind: 'written' }])}`);
  await arrived;
  expect(heard.at(-1)).toEqual(['r', 'written']);
  expect(errors.length).toBeGreaterThan(0);
});

/** Resolves when the hints have their connection: then a probe of our own comes back. */
async function listening(): Promise<void> {
  await client.query('LISTEN weftwork_wakes');
  for (;;) {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN weftwork_wakes%'
         AND application_name LIKE '%hints' AND state = 'idle'`,
    );
    if (rows.length > 0) return;
    const echo = once(client, 'notification');
    await notify('probe');
    await echo;
  }
}
