import type { RunStore } from '@weftwork/runtime';
import { isTerminal } from '@weftwork/schema';
import type { Pool } from 'pg';
import { lockRun } from './facts';
import { inTransaction } from './transaction';

/**
 * Cancels a run and all its descendants in one transaction, a statement per depth. A parent that is locked admits no
 * more children, so the statement that looks for them next sees them all.
 */
export function cancelling(pool: Pool): Pick<RunStore, 'requestCancel'> {
  return {
    requestCancel: ({ runId, workspaceId, events }) =>
      inTransaction(pool, async (client) => {
        const status = await lockRun(client, runId, workspaceId);
        if (!status) return { ok: false, refused: 'notFound' };
        if (isTerminal(status)) return { ok: false, refused: 'terminal' };
        const cancelled: string[] = [];
        for (let level = [runId]; level.length > 0; ) {
          const marked = await client.query<{ id: string }>(MARK, [level, events.events, events.text]);
          cancelled.push(...marked.rows.map(({ id }) => id));
          const children = await client.query<{ child_run_id: string }>(
            'SELECT child_run_id FROM run_children WHERE parent_run_id = ANY($1::uuid[])',
            [level],
          );
          level = children.rows.map((row) => row.child_run_id);
        }
        return { ok: true, cancelled };
      }),
  };
}

const MARK = `
WITH locked AS MATERIALIZED (
  SELECT id, status FROM runs WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE
), marked AS (
  UPDATE runs SET status = 'cancel_requested', wait_reason = NULL, seq = seq + $2, wake_seq = wake_seq + 1,
    phase = CASE phase WHEN 'parked' THEN 'ready'::run_phase ELSE phase END
  FROM locked
  WHERE runs.id = locked.id AND locked.status IN ('queued', 'running', 'awaiting_input')
  RETURNING runs.id, seq
), logged AS (
  INSERT INTO run_log (run_id, first_seq, last_seq, events) SELECT id, seq - $2 + 1, seq, $3 FROM marked
)
SELECT id FROM marked`;
