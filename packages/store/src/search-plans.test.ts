import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { claimStatement } from './claim-sql';
import { connectPinned } from './connection';
import { FORGET_IDLE, GRANT } from './grant-slots';
import { DUE_GATES, EXPIRE_GATES, WAKE_DUE_TIMERS } from './timers';

/** Plans are made on empty tables, as on the day of installation, and must still be right with a million runs. */
describe('the plan of what looks for work', () => {
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

  const search = (pick: 'oldest' | 'fair', takeoversFirst: boolean, limited: boolean) =>
    [
      `${pick} takeovers ${takeoversFirst ? 'first' : 'last'}${limited ? ' limited' : ''}`,
      claimStatement(pick, { limited, takeoversFirst }).text,
      pick === 'fair' ? ['runs_leased', 'runs_ready_of_workflow'] : ['runs_leased', 'runs_ready'],
    ] as const;
  const flags = [false, true];
  it.each([
    ['named', claimStatement('named', { limited: false, takeoversFirst: false }).text, []],
    ...flags.flatMap((first) =>
      flags.flatMap((limited) => [search('oldest', first, limited), search('fair', first, limited)]),
    ),
    ['grant slots', GRANT, []],
    ['forget idle slots', FORGET_IDLE, []],
    ['due gates', DUE_GATES, []],
    ['expire gates', EXPIRE_GATES, []],
    ['wake due timers', WAKE_DUE_TIMERS, []],
  ] as const)(
    '%s: finds runs by their ids or by the index of those that can move',
    async (_, text, wanted) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan|Bitmap|Hash Join|Merge Join/);
      const ofRuns = [...plan.matchAll(/using (runs_\w+) on/g)].map(([, index]) => index!);
      expect([...new Set(ofRuns)].filter((index) => index !== 'runs_pkey').sort()).toEqual(wanted);
    },
  );
});
