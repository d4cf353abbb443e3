import { COMPLETION, commitAfter, creation, events, newRun, publish } from '@weftwork/runtime/conformance';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { createPostgresStore, type PostgresStore } from './create-postgres-store';

describe('claim', () => {
  let database: TestDatabase;
  let client: Client;
  let store: PostgresStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    store = createPostgresStore({ connectionString: database.url });
  });
  afterAll(async () => {
    await client.end();
    await store.close();
    await database.drop();
  });

  /**
   * A fact can be committed after a claim's snapshot was taken and before its lock: then the row counts an event that
   * the log it read does not hold. The gap is too short to be hit, so here the event is missing for good.
   */
  it('reads the state again, with the new epoch, when the log it got is older than the row', async () => {
    const version = await publish({ ...store, passTime: async () => {} });
    const run = newRun(version);
    await store.runs.commit([creation(run)]);
    const more = commitAfter({ runId: run.runId, seq: 1, wakeSeq: 0 }, { facts: events('node.started') });
    await store.runs.commit([{ ...more, release: true }]);
    await client.query('DELETE FROM run_log WHERE run_id = $1 AND first_seq = 2', [run.runId]);
    const claim = { limit: 1, owner: 'a', leaseMs: 10_000, engineVersion: 'engine-1', runIds: [run.runId] };
    const [claimed] = await store.runs.claim(claim);
    expect(claimed).toMatchObject({ run, epoch: 2, seq: 2, status: 'running' });
    expect(claimed!.log.map(({ firstSeq }) => firstSeq)).toEqual([1]);
    const end = commitAfter({ runId: run.runId, epoch: 2, seq: 2, wakeSeq: 0 }, COMPLETION);
    expect(await store.runs.commit([end])).toMatchObject([{ result: 'all', firstSeq: 3 }]);
  });
});
