import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres';
import { connectPinned } from '../connection';
import { BORN_TERMINAL_SQL } from './born-terminal';
import { type CommitParts, commitSql, partsKey } from './commit-sql';

/** Plans are made on empty tables, as on the day of installation, and must still be right with a million runs. */
describe('the plan of a commit', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = await connectPinned({ connectionString: database.url }, () => {});
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const NAMES = ['creates', 'effects', 'timers', 'snapshots', 'endings', 'rare'] as const;
  const everyCombination = Array.from(
    { length: 2 ** NAMES.length },
    (_, bits) =>
      Object.fromEntries(
        NAMES.map((name, index) => [name, (bits & (1 << index)) !== 0]),
      ) as unknown as CommitParts,
  );

  async function explain(sql: string): Promise<string> {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${sql}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  it('looks every row up by its primary key, whatever the commits hold', async () => {
    for (const parts of everyCombination) {
      const plan = await explain(commitSql(parts));
      expect(plan, partsKey(parts)).not.toMatch(/Seq Scan|Bitmap|Hash Join|Merge Join/);
      const indexes = [...plan.matchAll(/using (\w+) on/g)].map(([, index]) => index);
      for (const index of indexes) expect(index, partsKey(parts)).toMatch(/_pkey$/);
      expect(plan).toMatch(/Index Cond: \(id = commits(_\d+)?\.id\)/);
    }
  });

  it('finds an effect by its whole key, not among all effects of its run', async () => {
    const none = { creates: false, timers: false, snapshots: false, endings: false, rare: false };
    const plan = await explain(commitSql({ ...none, effects: true }));
    expect(plan).toMatch(
      /Index Cond: \(\(run_id = .*\) AND \(node_id = .*\) AND \(path = .*\) AND \(attempt = /,
    );
  });

  it('reads no table for a run that is born terminal', async () => {
    expect(await explain(BORN_TERMINAL_SQL)).not.toMatch(/Scan.* on runs|Join/);
  });
});
