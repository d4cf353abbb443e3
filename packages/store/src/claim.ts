import type { ClaimedRun, RunStore } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { isUuid, uuidArray } from './binary-arrays';
import { claimStatement } from './claim-sql';
import { type ClaimedRow, claimedRun, readState } from './claimed-row';
import { grantSlots } from './grant-slots';
import { inStatement } from './transaction';

/** Each that was made to wait for a slot leaves room for another; this often at most, since the next claim goes on. */
const ROUNDS = 100;

/** Claims runs and reads all that is needed to walk on, in one round trip. */
export function claiming(pool: Pool): Pick<RunStore, 'claim'> {
  return {
    async claim(options) {
      const runIds = options.runIds?.filter(isUuid).slice(0, options.limit);
      if (runIds?.length === 0) return [];
      const taken: ClaimedRow[] = [];
      try {
        await pickRuns(pool, runIds ? { ...options, runIds } : options, taken);
        if (options.limited && taken.length < options.limit)
          taken.push(...(await grantSlots(pool, { ...options, limit: options.limit - taken.length })));
      } catch (error) {
        // Those that were taken before are ours: whoever asked must walk them.
        if (taken.length === 0) throw error;
      }
      return Promise.all(taken.map((run) => complete(pool, run, options.engineVersion)));
    },
  };
}

type ClaimOptions = Parameters<RunStore['claim']>[0];

async function pickRuns(pool: Pool, options: ClaimOptions, taken: ClaimedRow[]): Promise<void> {
  const { limit, owner, leaseMs, engineVersion, engines, runIds, fair } = options;
  const { limited = false, takeoversFirst = false } = options;
  const statement = claimStatement(runIds ? 'named' : fair ? 'fair' : 'oldest', {
    limited,
    takeoversFirst: takeoversFirst && !runIds,
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const picked = runIds ? uuidArray(runIds) : limit - taken.length;
    const values: unknown[] = [owner, leaseMs, engineVersion, picked, engines ?? null];
    if (!runIds && fair) values.push(JSON.stringify(fair.running));
    const { rows } = await inStatement(() =>
      pool.query<{ run: ClaimedRow | null }>({ ...statement, values }),
    );
    const found = rows.flatMap(({ run }) => run ?? []);
    taken.push(...found);
    if (runIds || taken.length === limit || found.length === rows.length) return;
  }
}

/**
 * A fact that was committed after the statement began and before it held the row is in `seq` but not in the log it
 * read. Then the log is read again, now that the row is ours.
 */
async function complete(pool: Pool, row: ClaimedRow, engineVersion: string): Promise<ClaimedRun> {
  const read = row.log.at(-1)?.[1] ?? row.snapshot?.seq ?? 0;
  if (read >= row.seq) return claimedRun(row);
  const { rows } = await inStatement(() =>
    pool.query<{ run: ClaimedRow }>(READ_AGAIN, [row.id, engineVersion]),
  );
  return claimedRun({ ...rows[0]!.run, status: row.status, epoch: row.epoch, takeover: row.takeover });
}

const READ_AGAIN = `${readState('(SELECT *, false AS takeover FROM runs WHERE id = $1)', '$2')}`;
