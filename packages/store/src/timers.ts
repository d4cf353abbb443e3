import type { DueGate, RunStore } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { int4Array, textArray, uuidArray } from './binary-arrays';
import { CAN_BE_TOLD, WOKEN } from './facts';
import { inStatement } from './transaction';

/** What is due by the database's clock. Several instances may ask at once; each timer and gate is acted on once. */
export function timers(pool: Pool): Pick<RunStore, 'dueGates' | 'expireGates' | 'wakeDueTimers'> {
  return {
    async dueGates(limit) {
      const { rows } = await inStatement(() =>
        pool.query<{ gates: DueGate[]; next_in_ms: number | null }>(DUE_GATES, [limit]),
      );
      return { gates: rows[0]!.gates, ...next(rows[0]!.next_in_ms) };
    },

    async expireGates(expiries) {
      if (expiries.length === 0) return [];
      const { rows } = await inStatement(() =>
        pool.query<{ id: string }>({
          name: 'expire-gates',
          text: EXPIRE_GATES,
          values: [
            uuidArray(expiries.map(({ runId }) => runId)),
            textArray(expiries.map(({ stepId }) => stepId)),
            textArray(expiries.map(({ by }) => by)),
            int4Array(expiries.map(({ events }) => events.events)),
            textArray(expiries.map(({ events }) => events.text)),
          ],
        }),
      );
      return rows.map(({ id }) => id);
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

/** Of a statement that looked for what is due, at most $1: at once when there may be more. */
const NEXT_IN_MS = `
  CASE WHEN (SELECT count(*) FROM due) = $1 THEN 0 ELSE ceil(extract(epoch FROM least(
    (SELECT min(due_at) FROM timers WHERE NOT fired AND due_at > clock_timestamp()),
    (SELECT min(deadline_at) FROM gates WHERE status = 'open' AND deadline_at > clock_timestamp())
  ) - clock_timestamp()) * 1000) END::float8 AS next_in_ms`;

export const DUE_GATES = `
WITH due AS MATERIALIZED (
  SELECT json_build_object('runId', run_id, 'workspaceId', workspace_id, 'stepId', step_id, 'nodeId', node_id,
    'path', path, 'attempt', attempt, 'mode', mode, 'onTimeout', on_timeout) AS gate, deadline_at
  FROM gates JOIN runs ON runs.id = run_id
  WHERE gates.status = 'open' AND deadline_at <= clock_timestamp() AND ${CAN_BE_TOLD}
  ORDER BY deadline_at
  LIMIT $1
)
SELECT coalesce((SELECT json_agg(gate ORDER BY deadline_at) FROM due), '[]') AS gates, ${NEXT_IN_MS}`;

/**
 * The runs first, in id order. Several processes look at the same time: each takes what no other holds, so that they
 * share the work, and a run whose lock somebody keeps holds up no other. A run with several of them gets one row in its
 * log.
 */
export const EXPIRE_GATES = `
WITH due AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int4[], $5::text[])
    WITH ORDINALITY AS due (run_id, step_id, closed_by, count, events, place)
), locked AS MATERIALIZED (
  SELECT runs.id FROM (SELECT DISTINCT run_id FROM due) AS due JOIN runs ON runs.id = run_id
  WHERE ${CAN_BE_TOLD}
  ORDER BY runs.id
  FOR UPDATE OF runs SKIP LOCKED
), owed AS MATERIALIZED (
  SELECT due.* FROM due JOIN locked ON locked.id = run_id
), expired AS (
  UPDATE gates SET status = 'expired', closed_at = clock_timestamp(), closed_by = owed.closed_by FROM owed
  WHERE gates.run_id = owed.run_id AND gates.step_id = owed.step_id
    AND gates.status::text = 'open' AND deadline_at <= clock_timestamp()
  RETURNING gates.run_id, count, events, place
), facts AS MATERIALIZED (
  SELECT run_id, sum(count)::int4 AS count, string_agg(events, E'\\n' ORDER BY place) AS events
  FROM expired GROUP BY run_id
), woken AS (
  UPDATE runs SET seq = seq + count, ${WOKEN}
  FROM facts WHERE runs.id = run_id
  RETURNING runs.id, seq, count, events
), logged AS (
  INSERT INTO run_log (run_id, first_seq, last_seq, events) SELECT id, seq - count + 1, seq, events FROM woken
)
SELECT id FROM woken`;

export const WAKE_DUE_TIMERS = `
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
  UPDATE runs SET ${WOKEN}
  FROM (SELECT DISTINCT run_id FROM fired) AS fired
  WHERE runs.id = fired.run_id
  RETURNING runs.id
)
SELECT (SELECT count(*) FROM woken)::int4 AS woken, ${NEXT_IN_MS}`;
