import { type NewRun, type RunCommit, uuidV7 } from '@weftwork/runtime';
import { COMPLETION, commitAfter, creation, events, newRun, publish } from '@weftwork/runtime/conformance';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres';
import { connectPinned } from '../connection';
import { createPostgresStore, type PostgresStore } from '../create-postgres-store';
import type { CommitEntry } from './commit-entry';
import { commitParameters, partsOf } from './commit-parameters';
import { commitSql } from './commit-sql';

const FEW = 400;
const MANY = 6_000;
const BATCH = 16;

/** Counted in pages, not timed: a plan or an index that walks dead rows shows as more of them. */
describe('the cost of a commit', () => {
  let database: TestDatabase;
  let store: PostgresStore;
  let client: Client;
  let make: () => NewRun;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = createPostgresStore({ connectionString: database.url });
    client = await connectPinned({ connectionString: database.url }, () => {});
    // Dead rows stay where they are: the worst case between two vacuums.
    await client.query('ALTER TABLE runs SET (autovacuum_enabled = off)');
    const version = await publish({ ...store, passTime: async () => {} });
    make = () => newRun(version);
  });
  afterAll(async () => {
    await client.end();
    await store.close();
    await database.drop();
  });

  async function liveAndEnd(count: number): Promise<void> {
    const runs = Array.from({ length: count }, make);
    const started = await store.runs.commit(runs.map((run) => creation(run)));
    await store.runs.commit(started.map((outcome) => commitAfter(outcome, COMPLETION)));
  }

  async function pagesOfACommit(): Promise<number> {
    const started = await store.runs.commit(Array.from({ length: BATCH }, () => creation(make())));
    const entries = started.map((outcome): CommitEntry => {
      const intents = [{ nodeId: uuidV7(), path: '', attempt: 1, effectClass: 'keyed' as const }];
      const commit: RunCommit = commitAfter(outcome, {
        facts: events('node.completed'),
        admissions: { ...events('node.started'), intents },
        responses: [{ nodeId: 'none', path: '', attempt: 1 }],
        withdrawnGates: ['none'],
        clearedTimers: ['none'],
      });
      const ignore = () => {};
      return {
        runId: outcome.runId,
        commit,
        nextStatus: null,
        keys: undefined,
        childKeys: [],
        resolve: ignore,
        reject: ignore,
      };
    });
    entries.sort((left, right) => (left.runId < right.runId ? -1 : 1));
    const parts = partsOf(entries);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${commitSql(parts)}`,
      values: commitParameters(entries, parts),
    });
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  }

  it('does not grow with the runs that were before', async () => {
    await liveAndEnd(FEW);
    const few = await pagesOfACommit();
    await liveAndEnd(MANY);
    const many = await pagesOfACommit();
    expect(many).toBeLessThan(few * 1.3);
  });
});
