import type { RunStore } from '@weftwork/runtime';
import type { Pool, PoolClient } from 'pg';
import { TAKEABLE, takeFrom } from './claim-sql';
import { type ClaimedRow, readState } from './claimed-row';
import { inTransaction } from './transaction';

/** Any number: grants are given by one transaction at a time, so that no two of them count the same slot as free. */
const GRANT_LOCK = 7_203_416;
/** More are left for the next claim, so that no transaction holds the lock for long. */
const ROUNDS = 100;
const FORGOTTEN_AT_ONCE = 500;

/**
 * Gives the slots that are free to runs that wait for one, and takes these runs. Of each workflow the highest priority
 * and then the oldest goes first; workspaces take turns.
 */
export function grantSlots(
  pool: Pool,
  { owner, leaseMs, engineVersion, engines, limit }: Parameters<RunStore['claim']>[0],
): Promise<ClaimedRow[]> {
  return inTransaction(pool, async (client) => {
    const waiting = await client.query('SELECT FROM run_slots WHERE NOT granted LIMIT 1');
    if (waiting.rowCount === 0) return [];
    await client.query('SELECT pg_advisory_xact_lock($1)', [GRANT_LOCK]);
    await forgetIdle(client);
    const taken: ClaimedRow[] = [];
    for (let round = 0; round < ROUNDS && taken.length < limit; round += 1) {
      const { rows } = await client.query<{ run: ClaimedRow | null }>({
        name: 'grant-slots',
        text: GRANT,
        values: [owner, leaseMs, engineVersion, limit - taken.length, engines ?? null],
      });
      const granted = rows.flatMap(({ run }) => run ?? []);
      taken.push(...granted);
      if (granted.length === rows.length) break;
    }
    return taken;
  });
}

/** The slots of runs that hold nothing any more, a bounded number in each statement. */
async function forgetIdle(client: PoolClient): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rowCount } = await client.query({
      name: 'forget-idle',
      text: FORGET_IDLE,
      values: [FORGOTTEN_AT_ONCE],
    });
    if ((rowCount ?? 0) < FORGOTTEN_AT_ONCE) return;
  }
}

/** Who walks holds a slot, and who is in backoff or was let go between two steps. */
export const HOLDS = `
  runs.phase IS NOT NULL AND (
    runs.phase::text = 'leased' OR (runs.status = 'running' AND coalesce(runs.wait_reason, 'timer') = 'timer')
  )`;

/**
 * The runs first, in id order, as everybody locks them: what a claim is taking just now is looked at again as it is
 * then, or left for the next time.
 */
export const FORGET_IDLE = `
WITH idle AS MATERIALIZED (
  SELECT run_id FROM run_slots JOIN runs ON runs.id = run_id
  WHERE granted AND NOT (${HOLDS})
  ORDER BY run_id LIMIT $1
  FOR UPDATE OF runs, run_slots SKIP LOCKED
)
DELETE FROM run_slots USING idle WHERE run_slots.run_id = idle.run_id`;

/**
 * A run that was woken or taken since it was made to wait is none that waits: its row goes, a claim makes it anew, and a
 * row without a run says that there is room for another. What begins with an engine that the claimer does not understand
 * takes no place from what it could walk.
 */
export const GRANT = `
WITH RECURSIVE keys AS (
  (SELECT workflow_key FROM run_slots WHERE NOT granted ORDER BY workflow_key LIMIT 1)
  UNION ALL
  SELECT (SELECT workflow_key FROM run_slots WHERE NOT granted AND workflow_key > keys.workflow_key
    ORDER BY workflow_key LIMIT 1)
  FROM keys WHERE keys.workflow_key IS NOT NULL
),
limits AS MATERIALIZED (
  SELECT keys.workflow_key, workspace_id,
    least($4, (SELECT max_running FROM run_limits WHERE run_limits.workspace_id = workflows.workspace_id
        AND workflow_id = workflows.id)
      - (SELECT count(*) FROM run_slots WHERE granted AND run_slots.workspace_id = workflows.workspace_id
        AND run_slots.workflow_key = keys.workflow_key)) AS free,
    least($4, (SELECT max_running FROM run_limits WHERE run_limits.workspace_id = workflows.workspace_id
        AND workflow_id = '')
      - (SELECT count(*) FROM run_slots WHERE granted AND run_slots.workspace_id = workflows.workspace_id))
      AS free_in_workspace
  FROM keys JOIN workflows ON workflows.key = keys.workflow_key
),
heads AS MATERIALIZED (
  SELECT head.run_id, free_in_workspace,
    row_number() OVER (PARTITION BY workspace_id ORDER BY head.priority DESC, head.run_id) AS place
  FROM limits CROSS JOIN LATERAL (
    SELECT run_id, run_slots.priority FROM run_slots JOIN runs ON runs.id = run_id
    WHERE NOT granted AND run_slots.workflow_key = limits.workflow_key AND ${TAKEABLE}
    ORDER BY run_slots.priority DESC, run_id LIMIT greatest(0, least(free, free_in_workspace))
  ) AS head
),
chosen AS MATERIALIZED (
  SELECT run_id FROM heads WHERE place <= free_in_workspace ORDER BY place, run_id LIMIT $4
),
found AS MATERIALIZED (
  SELECT runs.id, false AS takeover, runs.phase::text = 'parked' AS waits
  FROM chosen JOIN runs ON runs.id = run_id
  ORDER BY runs.id
  FOR UPDATE OF runs SKIP LOCKED
),
granted AS (UPDATE run_slots SET granted = true FROM found WHERE run_id = found.id AND waits),
gone AS (DELETE FROM run_slots USING found WHERE run_id = found.id AND NOT waits RETURNING run_id),
${takeFrom('found', 'AND waits')}
${readState('claimed', '$3')}
UNION ALL SELECT NULL FROM gone`;
