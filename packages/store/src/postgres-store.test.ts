import { setTimeout as sleep } from 'node:timers/promises';
import { describeStoreConformance } from '@weftwork/runtime/conformance';
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
    async close() {
      await store.close();
      await database.drop();
    },
  };
});
