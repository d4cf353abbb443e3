import type { LogRow, RunStore } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { isUuid } from './binary-arrays';
import { inStatement } from './transaction';

export function runLog(pool: Pool): Pick<RunStore, 'readLog'> {
  return {
    async readLog(runId, afterSeq, limit) {
      if (!isUuid(runId)) return [];
      const { rows } = await inStatement(() =>
        pool.query<{ first_seq: number; last_seq: number; events: string }>({
          name: 'read-log',
          text: READ_LOG,
          values: [runId, afterSeq, limit ?? null],
        }),
      );
      return rows.map(
        (row): LogRow => ({
          firstSeq: row.first_seq,
          lastSeq: row.last_seq,
          text: row.events,
        }),
      );
    },
  };
}

/** Begins at the row that holds the first event asked for, found in the primary key, not at the start of the log. */
const READ_LOG = `
SELECT first_seq, last_seq, events FROM run_log
WHERE run_id = $1 AND last_seq > $2 AND first_seq >= coalesce((
  SELECT first_seq FROM run_log WHERE run_id = $1 AND first_seq <= $2::int4 + 1 ORDER BY first_seq DESC LIMIT 1
), 1)
ORDER BY first_seq
LIMIT $3`;
