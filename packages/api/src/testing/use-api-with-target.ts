import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPostgresStore } from '@weftwork/store';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres';
import { createRunningApi, type RunningApi } from './create-running-api';

/** A running API on PostgreSQL, and a server that its `http` nodes reach; both there while the tests around run. */
export interface ApiWithTarget {
  readonly api: RunningApi;
  readonly targetUrl: string;
}

export function useApiWithTarget(answer: RequestListener): ApiWithTarget {
  let api: RunningApi;
  let database: TestDatabase;
  let store: ReturnType<typeof createPostgresStore>;
  let target: Server;
  let targetUrl: string;

  beforeAll(async () => {
    target = createServer(answer);
    await new Promise<void>((listening) => target.listen(0, '127.0.0.1', listening));
    const { port } = target.address() as AddressInfo;
    targetUrl = `http://127.0.0.1:${port}/`;
    database = await createTestDatabase();
    store = createPostgresStore({ connectionString: database.url });
    api = await createRunningApi({ store, httpAllow: [`127.0.0.1:${port}`] });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
    await database.drop();
    target.close();
  });
  return {
    get api() {
      return api;
    },
    get targetUrl() {
      return targetUrl;
    },
  };
}
