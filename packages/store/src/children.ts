import type { ChildLink, RunStore } from '@weftwork/runtime';
import { isTerminal, type RunError, type RunStatus } from '@weftwork/schema';
import type { Pool } from 'pg';
import { recordFact } from './facts';
import { outputOf } from './run-output';
import { inStatement, inTransaction } from './transaction';

/** How parents learn of their children's ends. The row of the child remembers that it was told. */
export function children(pool: Pool): Pick<RunStore, 'reportChildEnd' | 'unreportedChildren'> {
  return {
    reportChildEnd: ({ runId, childRunId, events }) =>
      inTransaction(pool, async (client) => {
        const parent = await client.query<{ status: RunStatus }>(
          'SELECT status FROM runs WHERE id = $1 FOR UPDATE',
          [runId],
        );
        const told = await client.query(
          `UPDATE run_children SET parent_told = true
           WHERE child_run_id = $1 AND parent_run_id = $2 AND NOT parent_told`,
          [childRunId, runId],
        );
        const status = parent.rows[0]?.status;
        if (told.rowCount === 1 && status && !isTerminal(status)) await recordFact(client, runId, events);
      }),

    async unreportedChildren(limit) {
      const { rows } = await inStatement(() => pool.query<UnreportedRow>(UNREPORTED, [limit]));
      return rows.map((row) => {
        const output = row.status === 'completed' && row.last_events ? outputOf(row.last_events) : undefined;
        return {
          link: row.link,
          childRunId: row.id,
          status: row.status,
          ...output,
          ...(row.error ? { error: JSON.parse(row.error) as RunError } : {}),
        };
      });
    },
  };
}

interface UnreportedRow {
  readonly id: string;
  readonly status: RunStatus;
  readonly error: string | null;
  readonly link: ChildLink;
  readonly last_events: string | null;
}

const UNREPORTED = `
SELECT runs.id, runs.status::text, runs.error, last.events AS last_events,
  json_build_object('runId', parent_run_id, 'nodeId', node_id, 'path', path, 'attempt', attempt) AS link
FROM run_children JOIN runs ON runs.id = child_run_id
  CROSS JOIN LATERAL (
    SELECT events FROM run_log WHERE run_id = child_run_id ORDER BY first_seq DESC LIMIT 1
  ) AS last
WHERE NOT parent_told AND runs.status IN ('completed', 'failed', 'cancelled')
ORDER BY runs.id
LIMIT $1`;
