import type { FleetSurvey, WorkerRegistry } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { isOpen } from './open-runs';
import { inStatement } from './transaction';

/** Who walks runs, and what waits. On the connections for people, since a survey may take a moment. */
export function workerRegistry(pool: Pool): WorkerRegistry {
  return {
    async beat({ workerId, name, engines, slots }) {
      await inStatement(() => pool.query(BEAT, [workerId, name, engines.join(','), slots]));
    },
    async leave(workerId) {
      await inStatement(() => pool.query('DELETE FROM workers WHERE id = $1', [workerId]));
    },
    async survey() {
      const { rows } = await inStatement(() => pool.query<{ survey: WrittenSurvey }>(SURVEY));
      const { runnable, ...survey } = rows[0]!.survey;
      return {
        ...survey,
        runnable: runnable.map(({ oldestMs, ...rest }) => (oldestMs === null ? rest : { ...rest, oldestMs })),
      };
    },
  };
}

interface WrittenSurvey extends Omit<FleetSurvey, 'runnable'> {
  readonly runnable: readonly {
    readonly engineVersion: string;
    readonly runs: number;
    readonly oldestMs: number | null;
  }[];
}

const BEAT = `
WITH forgotten AS (DELETE FROM workers WHERE seen_at < clock_timestamp() - interval '1 day' AND id <> $1)
INSERT INTO workers (id, name, engine_version, slots) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp(), engine_version = $3, slots = $4`;

/** Each part reads a partial index of what is open, so what has ended costs nothing. */
const SURVEY = `
SELECT json_build_object(
  'runs', (
    SELECT coalesce(json_object_agg(status, runs), '{}')
    FROM (SELECT status, count(*) AS runs FROM runs WHERE ${isOpen()} GROUP BY status) AS by_status),
  'runnable', (
    SELECT coalesce(json_agg(json_build_object('engineVersion', engine, 'runs', runs, 'oldestMs', oldest)), '[]')
    FROM (
      SELECT engine, count(*) AS runs, round(1000 * extract(epoch FROM clock_timestamp() - min(
        CASE WHEN phase = 'leased' THEN lease_until WHEN status = 'queued' THEN created_at END))) AS oldest
      FROM runs WHERE phase = 'ready' OR (phase = 'leased' AND lease_until <= clock_timestamp())
      GROUP BY engine
    ) AS by_engine),
  'openGates', (SELECT count(*) FROM gates WHERE status = 'open'),
  'openUnknowns', (SELECT count(*) FROM node_issues WHERE settled_at IS NULL),
  'workers', (
    SELECT coalesce(json_agg(json_build_object('workerId', id, 'name', name, 'engines', string_to_array(engine_version, ','),
      'slots', slots, 'silentMs', round(1000 * extract(epoch FROM clock_timestamp() - seen_at))) ORDER BY seen_at), '[]')
    FROM workers)
) AS survey`;
