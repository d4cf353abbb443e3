import type { VersionRecord } from '@weftwork/runtime';
import {
  assertGapless,
  COMPLETION,
  commitAfter,
  creation,
  events,
  LEASE_MS,
  newRun,
  publish,
  type StoreUnderTest,
} from '@weftwork/runtime/conformance';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { createPool } from './connection';
import { createPostgresStore } from './create-postgres-store';
import { inTransaction } from './transaction';

/** What happens when connections break, rows are held and connections are few. */
describe('the store in trouble', () => {
  let database: TestDatabase;
  let other: Client;
  let watcher: Client;
  let store: StoreUnderTest;
  let version: VersionRecord;

  const open = (connectionString: string, maxConnections?: number): StoreUnderTest => ({
    ...createPostgresStore({
      connectionString,
      // Also how long a call waits for its turn: with few connections and a busy machine, long.
      connectTimeoutMs: maxConnections ? 30_000 : 2_000,
      ...(maxConnections ? { maxConnections } : {}),
    }),
    passTime: async () => {},
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    other = new Client({ connectionString: database.url });
    await other.connect();
    watcher = new Client({ connectionString: database.url });
    await watcher.connect();
    store = open(database.url);
    version = await publish(store);
  });
  afterAll(async () => {
    await other.end();
    await watcher.end();
    await store.close();
    await database.drop();
  });

  const start = async (rest: Parameters<typeof creation>[1] = {}) => {
    const [outcome] = await store.runs.commit([creation(newRun(version), rest)]);
    return outcome!;
  };

  it('tells that the outcome is not known when connections break, and then goes on', async () => {
    const commits = Array.from({ length: 300 }, (_, index) =>
      creation(
        newRun(version),
        index % 3 === 0 ? { facts: events('run.started', 'node.started') } : COMPLETION,
      ),
    );
    const results = Promise.allSettled(
      commits.map(async (commit, index) => {
        await new Promise((resolve) => setTimeout(resolve, index % 40));
        return store.runs.commit([commit]);
      }),
    );
    for (let round = 0; round < 8; round += 1) {
      await other.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'weftwork'`,
      );
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    for (const [index, result] of (await results).entries()) {
      const commit = commits[index]!;
      const written = await assertGapless(store, commit.runId);
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
        expect([0, 2]).toContain(written);
      } else {
        expect(result.value[0]?.result).toBe('all');
        expect(written).toBe(2);
      }
    }
    expect(await start()).toMatchObject({ result: 'all' });
  });

  it('hears at the next statement of a connection that was lost between two of a transaction', async () => {
    const pool = createPool({ connectionString: database.url }, 'default', 1);
    const attempt = inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100)); // an error nobody listens to would end the process
      await client.query('SELECT 1');
    });
    await expect(attempt).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    await pool.end();
  });

  it('fails the one commit whose run somebody holds for long, not those beside it', async () => {
    const [held, free] = [await start(), await start()];
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', [held.runId]);
    const results = await Promise.allSettled(
      [held, free].map((run) => store.runs.commit([commitAfter(run, { facts: events('node.started') })])),
    );
    await other.query('ROLLBACK');
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_UNAVAILABLE' } });
    expect(results[1]).toMatchObject({ status: 'fulfilled', value: [{ result: 'all' }] });
    expect(await assertGapless(store, held.runId)).toBe(1);
  });

  it('sends a commit again that met a deadlock', async () => {
    const runs = [await start(), await start()].sort((left, right) => (left.runId < right.runId ? -1 : 1));
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', [runs[1]!.runId]);
    const committed = store.runs.commit(
      runs.map((run) => commitAfter(run, { facts: events('node.started') })),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const rival = other.query('SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', [runs[0]!.runId]);
    await rival.catch(() => undefined);
    await other.query('ROLLBACK');
    expect((await committed).map(({ result, seq }) => [result, seq])).toEqual([
      ['all', 2],
      ['all', 2],
    ]);
  });

  it('judges a lease by the clock at the moment it holds the row, not when it asked for it', async () => {
    const run = await start({ leaseMs: 900 });
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', [run.runId]);
    const late = store.runs.commit([commitAfter(run, { facts: events('node.started') })]);
    const once = async (sql: string, values: unknown[] = []) => {
      while ((await watcher.query(sql, values)).rowCount === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await once(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await once('SELECT 1 FROM runs WHERE id = $1 AND lease_until < clock_timestamp()', [run.runId]);
    await other.query('ROLLBACK');
    expect((await late)[0]!.result).toBe('lost');
    expect(await assertGapless(store, run.runId)).toBe(1);
  });

  it('carries two hundred runs over few connections', async () => {
    const narrow = open(database.url, 2);
    const runs = Array.from({ length: 200 }, () => newRun(version));
    await Promise.all(runs.map((run) => narrow.runs.enqueue(run)));
    await Promise.all(
      runs.map(async ({ runId }) => {
        const claim = { limit: 1, owner: 'a', leaseMs: LEASE_MS, engineVersion: 'engine-1', runIds: [runId] };
        const [claimed] = await narrow.runs.claim(claim);
        const heads = { runId, epoch: claimed!.epoch, seq: claimed!.seq, wakeSeq: claimed!.wakeSeq };
        const [outcome] = await narrow.runs.commit([commitAfter(heads, COMPLETION)]);
        expect(outcome).toMatchObject({ result: 'all', seq: 2 });
        expect(await narrow.reader.getRun('local', runId)).toMatchObject({ status: 'completed' });
      }),
    );
    await narrow.close();
  });

  it('says STORAGE_UNAVAILABLE when there is no database', async () => {
    const nowhere = open('postgres://weft:weft@127.0.0.1:1/none');
    const unavailable = { code: 'STORAGE_UNAVAILABLE' };
    await expect(nowhere.runs.commit([creation(newRun(version))])).rejects.toMatchObject(unavailable);
    await expect(nowhere.runs.enqueue(newRun(version))).rejects.toMatchObject(unavailable);
    await expect(nowhere.runs.renew([{ runId: newRun(version).runId, epoch: 1 }], 1)).rejects.toMatchObject(
      unavailable,
    );
    await expect(nowhere.runs.readLog(newRun(version).runId, 0)).rejects.toMatchObject(unavailable);
    await expect(nowhere.reader.listRuns('local', {}, { limit: 1 })).rejects.toMatchObject(unavailable);
    await expect(publish(nowhere)).rejects.toMatchObject(unavailable);
    await expect(nowhere.blobs.put(new Uint8Array(1))).rejects.toMatchObject(unavailable);
    await nowhere.close();
  });
});
