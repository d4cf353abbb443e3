import type { DueGate, RunStore } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { WOKEN_PHASE } from './facts';
import { inStatement } from './transaction';

/** What is due by the database's clock. Several instances may ask at once; each timer and gate is acted on once. */
export function timers(pool: Pool): Pick<RunStore, 'dueGates' | 'wakeDueTimers'> {
  return {
    async dueGates(limit) {
      const { rows } = await inStatement(() =>
        pool.query<{ gates: DueGate[]; next_in_ms: number | null }>(DUE_GATES, [limit]),
      );
      return { gates: rows[0]!.gates, ...next(rows[0]!.next_in_ms) };
    },

    async wakeDueTimers(limit) {
      const { rows } = await inStatement(() =>
        pool.query<{ woken: number; next_in_ms: number | null }>(WAKE_DUE_TIMERS, [limit]),
      );
      return { woken: rows[0]!.woken, ...next(rows[0]!.next_in_ms) };
    },
  };
}

function next(inMs: number | null): { nextInMs?: number } {
  return inMs === null ? {} : { nextInMs: inMs };
}

const NEXT_IN_MS = `
  ceil(extract(epoch FROM least(
    (SELECT min(due_at) FROM timers WHERE NOT fired AND due_at > clock_timestamp()),
    (SELECT min(deadline_at) FROM gates WHERE status = 'open' AND deadline_at > clock_timestamp())
  ) - clock_timestamp()) * 1000)::float8 AS next_in_ms`;

/** In another order for each process: several that look at once share the work instead of queueing for each row. */
const DUE_GATES = `
WITH due AS (
  SELECT json_build_object('runId', run_id, 'workspaceId', workspace_id, 'stepId', step_id, 'nodeId', node_id,
    'path', path, 'attempt', attempt, 'mode', mode, 'onTimeout', on_timeout) AS gate,
    hashtext(step_id || pg_backend_pid()) AS place
  FROM gates JOIN runs ON runs.id = run_id
  WHERE gates.status = 'open' AND deadline_at <= clock_timestamp() AND runs.status <> 'cancel_requested'
  ORDER BY deadline_at
  LIMIT $1
)
SELECT coalesce((SELECT json_agg(gate ORDER BY place) FROM due), '[]') AS gates, ${NEXT_IN_MS}`;

const WAKE_DUE_TIMERS = `
WITH due AS MATERIALIZED (
  SELECT run_id, key FROM timers WHERE NOT fired AND due_at <= clock_timestamp() ORDER BY due_at LIMIT $1
), locked AS MATERIALIZED (
  SELECT runs.id FROM (SELECT DISTINCT run_id FROM due) AS due JOIN runs ON runs.id = run_id
  ORDER BY runs.id
  FOR UPDATE OF runs
), owed AS MATERIALIZED (
  SELECT run_id, key FROM due JOIN locked ON locked.id = run_id
), fired AS (
  UPDATE timers SET fired = true FROM owed
  WHERE timers.run_id = owed.run_id AND timers.key = owed.key AND NOT fired AND due_at <= clock_timestamp()
  RETURNING timers.run_id
), woken AS (
  UPDATE runs SET wake_seq = wake_seq + 1, phase = ${WOKEN_PHASE}
  FROM (SELECT DISTINCT run_id FROM fired) AS fired
  WHERE runs.id = fired.run_id
  RETURNING runs.id
)
SELECT (SELECT count(*) FROM woken)::int4 AS woken, ${NEXT_IN_MS}`;
