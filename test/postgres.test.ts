import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './postgres';

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.drop())));

it('gives every caller a database of its own', async () => {
  databases.push(await createTestDatabase(), await createTestDatabase());
  const names = await Promise.all(
    databases.map(async ({ url }) => {
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query('select current_database() as name');
      await client.end();
      return rows[0].name;
    }),
  );
  expect(new Set(names).size).toBe(2);
});
