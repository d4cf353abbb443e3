import { setTimeout as sleep } from 'node:timers/promises';
import { describeStoreConformance } from '@weftwork/runtime/conformance';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/postgres';
import { createPostgresStore } from './create-postgres-store';

describeStoreConformance('PostgreSQL', async () => {
  const database = await createTestDatabase();
  const store = createPostgresStore({ connectionString: database.url });
  return {
    ...store,
    async passTime(ms) {
      await sleep(ms);
    },
    async addWorkspace(id) {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query('INSERT INTO workspaces (id, name) VALUES ($1, $1)', [id]);
      await client.end();
    },
    async close() {
      await store.close();
      await database.drop();
    },
  };
});
