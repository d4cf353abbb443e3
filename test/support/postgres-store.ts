import { createPostgresStore, type PostgresStore } from '@weftwork/store';
import { Client } from 'pg';
import { afterEach } from 'vitest';
import { createTestDatabase } from '../postgres';

export interface TestStore {
  readonly url: string;
  readonly store: PostgresStore;
  /** A session of its own, to look behind the store and to interfere. */
  readonly sql: Client;
  /** A further store on the same database, as another process has one. */
  another(options?: { maxConnections?: number }): PostgresStore;
}

/** Opens stores on databases of their own; each is closed after its test. Call it at the top of the file. */
export function usePostgresStore(): () => Promise<TestStore> {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return async () => {
    const { url, drop } = await createTestDatabase();
    closing.push(drop);
    const another: TestStore['another'] = (options = {}) => {
      const store = createPostgresStore({ connectionString: url, ...options });
      closing.push(() => store.close());
      return store;
    };
    const store = another();
    const sql = new Client({ connectionString: url });
    await sql.connect();
    closing.push(() => sql.end());
    return { url, store, sql, another };
  };
}
