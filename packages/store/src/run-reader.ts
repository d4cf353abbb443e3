import type { OpenRunCount, Page, RunFilter, RunReader, RunRecord } from '@weftwork/runtime';
import { CodedError, isTerminal, RUN_STATUSES, type RunStatus } from '@weftwork/schema';
import type { Pool } from 'pg';
import { isUuid } from './binary-arrays';
import { HOLDS } from './grant-slots';
import { isOpen } from './open-runs';
import { runAttachments } from './run-attachments';
import { RUN_QUERY, type RunRow, runRecord } from './run-record';
import { signalReader } from './signal-record';
import { inStatement } from './transaction';

/** Reads for people, on bare SQL: a page of runs joins five tables and its plan matters. */
export function runReader(pool: Pool): RunReader {
  return {
    async getRun(workspaceId, runId) {
      if (!isUuid(runId)) return undefined;
      const { rows } = await inStatement(() => pool.query<RunRow>(GET_RUN, [workspaceId, runId]));
      return rows[0] && runRecord(rows[0]);
    },

    async getKeyHolder(workspaceId, key) {
      const { rows } = await inStatement(() =>
        pool.query<{ run_id: string; body_hash: string }>(GET_KEY_HOLDER, [workspaceId, key]),
      );
      const [row] = rows;
      return row && { runId: row.run_id, bodyHash: row.body_hash };
    },

    async getRunWithLog(workspaceId, runId) {
      if (!isUuid(runId)) return undefined;
      const { rows } = await inStatement(() => pool.query<LogLine>(GET_RUN_WITH_LOG, [workspaceId, runId]));
      const [head, ...lines] = rows;
      if (!head) return undefined;
      const log = lines.map(({ first_seq, last_seq, text }) => ({
        firstSeq: first_seq,
        lastSeq: last_seq,
        text,
      }));
      return { run: runRecord(JSON.parse(head.text) as RunRow, log.at(-1)?.text), log };
    },

    async listRuns(workspaceId, filter, page) {
      const { text, values } = listQuery(workspaceId, filter, page);
      const { rows } = await inStatement(() => pool.query<RunRow>(text, values));
      return pageOf(rows, page.limit);
    },

    async countOpenRuns(workspaceId) {
      const { rows } = await inStatement(() => pool.query<OpenRunCount>(COUNT_OPEN_RUNS, [workspaceId]));
      return rows;
    },

    ...runAttachments(pool),
    ...signalReader(pool),
  };
}

interface LogLine {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly text: string;
}

function pageOf(rows: readonly RunRow[], limit: number): Page<RunRecord> {
  const items = rows.slice(0, limit).map((row) => runRecord(row));
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.id : null };
}

/**
 * Newest first is descending id. Statuses are written into the text, checked against the list of all, so that the
 * planner sees which partial index fits.
 */
function listQuery(
  workspaceId: string,
  filter: RunFilter,
  { cursor, limit }: { cursor?: string; limit: number },
): { text: string; values: unknown[] } {
  if (cursor !== undefined && !isUuid(cursor))
    throw new CodedError('BAD_REQUEST', 'The cursor is not one that a list of runs gave.');
  const values: unknown[] = [workspaceId, limit + 1];
  const where = ['workflows.workspace_id = $1'];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  if (cursor !== undefined) where.push(`run.id < ${bind(cursor)}::uuid`);
  if (filter.workflowId !== undefined) {
    const workflow = `SELECT key FROM workflows WHERE workspace_id = $1 AND id = ${bind(filter.workflowId)}`;
    where.push(`run.workflow_key = (${workflow})`);
  }
  if (filter.parentRunId !== undefined)
    where.push(
      isUuid(filter.parentRunId) ? `child.parent_run_id = ${bind(filter.parentRunId)}::uuid` : 'false',
    );
  if (filter.status !== undefined) where.push(statusTest(filter.status));
  if (filter.since !== undefined) {
    where.push(`run.created_at >= ${bind(filter.since)}::timestamptz`);
    where.push(`run.id >= ${bind(firstIdAt(Date.parse(filter.since) - CLOCK_SLACK_MS))}::uuid`);
  }
  if (filter.until !== undefined) {
    where.push(`run.created_at < ${bind(filter.until)}::timestamptz`);
    where.push(`run.id < ${bind(firstIdAt(Date.parse(filter.until) + CLOCK_SLACK_MS))}::uuid`);
  }
  if (filter.search !== undefined) {
    const like = bind(`%${filter.search.replace(/[\\%_]/g, '\\$&')}%`);
    const texts = ['run.id::text', 'workflows.name', 'run.error', 'run.input'];
    where.push(`(${texts.map((text) => `${text} ILIKE ${like}`).join(' OR ')})`);
  }
  return { text: `${RUN_QUERY} WHERE ${where.join(' AND ')} ORDER BY run.id DESC LIMIT $2`, values };
}

/** Ids are made by the admitting process, times by the database: clocks may differ, but not by this much. */
const CLOCK_SLACK_MS = 3_600_000;

/** The least id of a run made at that time, so that a page by time reads a stretch of the primary key. */
function firstIdAt(ms: number): string {
  const time = Math.max(0, Math.min(ms, 0xffff_ffff_ffff)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

function statusTest(asked: readonly RunStatus[]): string {
  const statuses = RUN_STATUSES.filter((status) => asked.includes(status));
  if (statuses.length === 0) return 'false';
  const open = statuses.every((status) => !isTerminal(status));
  const list = statuses.map((status) => `'${status}'`).join(', ');
  return `run.status IN (${list})${open ? ` AND ${isOpen('run')}` : ''}`;
}

const COUNT_OPEN_RUNS = `
SELECT workflows.id AS "workflowId",
  count(*) FILTER (WHERE holds)::int4 AS running,
  count(*) FILTER (WHERE NOT holds AND status = 'queued')::int4 AS queued,
  count(*) FILTER (WHERE NOT holds AND status <> 'queued')::int4 AS waiting
FROM (
  SELECT workflow_key, status, (${HOLDS}) AS holds FROM runs WHERE ${isOpen()}
) AS open JOIN workflows ON workflows.key = open.workflow_key
WHERE workflows.workspace_id = $1
GROUP BY workflows.id
ORDER BY workflows.id COLLATE "C"`;

const LAST_EVENTS = `
  (SELECT events FROM run_log WHERE run_id = run.id AND run.status = 'completed'
   ORDER BY first_seq DESC LIMIT 1) AS last_events`;

const GET_RUN = `
SELECT run.*, ${LAST_EVENTS} FROM (${RUN_QUERY} WHERE workflows.workspace_id = $1 AND run.id = $2) AS run`;

const GET_KEY_HOLDER = 'SELECT run_id, body_hash FROM idempotency_keys WHERE workspace_id = $1 AND key = $2';

/** Row and log from one statement, so from one snapshot. The run comes first, as JSON, then its log. */
const GET_RUN_WITH_LOG = `
WITH found AS MATERIALIZED (${RUN_QUERY} WHERE workflows.workspace_id = $1 AND run.id = $2)
SELECT 0 AS first_seq, 0 AS last_seq, row_to_json(found)::text AS text FROM found
UNION ALL
SELECT first_seq, last_seq, events FROM run_log WHERE run_id = (SELECT id FROM found)
ORDER BY first_seq`;
