import type { LimitWriter } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { inStatement, inTransaction } from './transaction';

/** How many runs may be running at the same time; who waits for a slot stands in `run_slots`. */
export function limits(pool: Pool): LimitWriter {
  return {
    async readLimits() {
      const { rows } = await inStatement(() =>
        pool.query<{ workspace_id: string; workflow_id: string; max_running: number }>(
          'SELECT workspace_id, workflow_id, max_running FROM run_limits ORDER BY workspace_id, workflow_id',
        ),
      );
      return rows.map((row) => ({
        workspaceId: row.workspace_id,
        ...(row.workflow_id === '' ? {} : { workflowId: row.workflow_id }),
        maxRunning: row.max_running,
      }));
    },

    setLimit: ({ workspaceId, workflowId = '', maxRunning }) =>
      inTransaction(pool, async (client) => {
        const place = [workspaceId, workflowId];
        if (maxRunning === null)
          await client.query('DELETE FROM run_limits WHERE workspace_id = $1 AND workflow_id = $2', place);
        else await client.query(SET, [...place, maxRunning]);
        await client.query(COUNT_RUNNING, place);
        await client.query(JUDGE_ANEW, [workspaceId]);
      }),
  };
}

const SET = `
INSERT INTO run_limits (workspace_id, workflow_id, max_running) VALUES ($1, $2, $3)
ON CONFLICT (workspace_id, workflow_id) DO UPDATE SET max_running = excluded.max_running`;

/** Runs that were running before there was a limit hold slots too. */
const COUNT_RUNNING = `
INSERT INTO run_slots (run_id, workspace_id, workflow_key, priority, granted)
SELECT runs.id, workflows.workspace_id, runs.workflow_key, runs.priority, true
FROM runs JOIN workflows ON workflows.key = runs.workflow_key
WHERE runs.phase = 'leased' AND workflows.workspace_id = $1 AND $2 IN ('', workflows.id)
ORDER BY runs.id
ON CONFLICT DO NOTHING`;

/** A claim sends those back to wait who still need a slot. */
const JUDGE_ANEW = `
WITH waiting AS MATERIALIZED (
  SELECT runs.id FROM run_slots JOIN runs ON runs.id = run_id
  WHERE NOT granted AND run_slots.workspace_id = $1
  ORDER BY runs.id
  FOR UPDATE OF runs
), removed AS (
  DELETE FROM run_slots USING waiting WHERE run_id = waiting.id
)
UPDATE runs SET phase = 'ready' FROM waiting WHERE runs.id = waiting.id AND runs.phase::text = 'parked'`;
