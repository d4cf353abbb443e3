import type { ClaimedRun, LogRow, NewRun, RunStore } from '@weftwork/runtime';
import type { RunStatus, Settings } from '@weftwork/schema';
import type { Pool } from 'pg';
import { isUuid, uuidArray } from './binary-arrays';
import { inStatement } from './transaction';

/** Claims runs and reads all that is needed to walk on, in one round trip. */
export function claiming(pool: Pool): Pick<RunStore, 'claim'> {
  return {
    async claim({ limit, owner, leaseMs, engineVersion, engines, runIds }) {
      const named = runIds?.filter(isUuid).slice(0, limit);
      if (named?.length === 0) return [];
      const values = [owner, leaseMs, engineVersion, named ? uuidArray(named) : limit, engines ?? null];
      const statement = named
        ? { name: 'claim-named', text: CLAIM_NAMED, values }
        : { name: 'claim', text: CLAIM_ANY, values };
      const { rows } = await inStatement(() => pool.query<{ run: ClaimedRow }>(statement));
      return Promise.all(rows.map(({ run }) => complete(pool, run, engineVersion)));
    },
  };
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

interface ClaimedRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly versionId: string;
  readonly version: number | null;
  readonly graphHash: string;
  readonly input: string;
  readonly settings: string;
  readonly createdBy: string;
  readonly engine: string;
  readonly depth: number;
  readonly parent: NewRun['parent'] | null;
  readonly status: RunStatus;
  readonly epoch: number;
  readonly takeover: boolean;
  readonly seq: number;
  readonly wakeSeq: number;
  readonly activeMs: number;
  readonly snapshot: { engineVersion: string; seq: number; text: string } | null;
  readonly log: readonly [firstSeq: number, lastSeq: number, text: string][];
}

function claimedRun(row: ClaimedRow): ClaimedRun {
  const { id, version, parent, snapshot, log } = row;
  return {
    run: {
      runId: id,
      workspaceId: row.workspaceId,
      workflowId: row.workflowId,
      versionId: row.versionId,
      version: version ?? 'draft',
      graphHash: row.graphHash,
      input: JSON.parse(row.input) as NewRun['input'],
      settings: JSON.parse(row.settings) as Settings,
      createdBy: row.createdBy,
      engine: row.engine,
      ...(parent ? { parent } : {}),
      depth: row.depth,
    },
    status: row.status,
    epoch: row.epoch,
    takeover: row.takeover,
    seq: row.seq,
    wakeSeq: row.wakeSeq,
    activeMs: row.activeMs,
    ...(snapshot ? { snapshot } : {}),
    log: log.map(([firstSeq, lastSeq, text]): LogRow => ({ firstSeq, lastSeq, text })),
  };
}

/** Takes $1 owner and $2 lease. A leased run whose owner is gone is taken over as it is; one that waited runs again. */
const TAKE = `
claimed AS (
  UPDATE runs SET
    epoch = epoch + 1,
    owner = $1,
    phase = 'leased',
    lease_until = clock_timestamp() + $2::int4 * interval '1 millisecond',
    status = CASE WHEN status IN ('queued', 'awaiting_input') THEN 'running'::run_status ELSE status END,
    wait_reason = NULL,
    started_at = coalesce(started_at, clock_timestamp())
  FROM picked WHERE runs.id = picked.id
  RETURNING runs.*, picked.takeover
)`;

/** Takes $5, the engines that the claimer understands. */
const TAKEABLE = '($5::text[] IS NULL OR engine = ANY ($5::text[]))';

const EXPIRED = `phase = 'leased' AND lease_until <= clock_timestamp()`;

function readState(source: string, engineVersion: string): string {
  return `
SELECT json_build_object(
  'id', run.id, 'workspaceId', workflows.workspace_id, 'workflowId', workflows.id, 'versionId', versions.id,
  'version', versions.version, 'graphHash', versions.graph_hash, 'input', run.input,
  'settings', coalesce(run.settings, versions.settings), 'createdBy', run.created_by, 'engine', run.engine, 'depth', run.depth,
  'parent', CASE WHEN child.child_run_id IS NOT NULL THEN json_build_object('runId', child.parent_run_id,
    'nodeId', child.node_id, 'path', child.path, 'attempt', child.attempt) END,
  'status', run.status, 'epoch', run.epoch, 'takeover', run.takeover, 'seq', run.seq, 'wakeSeq', run.wake_seq, 'activeMs', run.active_ms,
  'snapshot', CASE WHEN snapshot.run_id IS NOT NULL THEN json_build_object('engineVersion', snapshot.engine_version,
    'seq', snapshot.seq, 'text', snapshot.state) END,
  'log', coalesce((
    SELECT json_agg(json_build_array(first_seq, last_seq, events) ORDER BY first_seq)
    FROM run_log WHERE run_id = run.id AND last_seq > coalesce(snapshot.seq, 0)), '[]')
) AS run
FROM ${source} AS run
  JOIN workflows ON workflows.key = run.workflow_key
  JOIN workflow_versions AS versions ON versions.key = run.version_key
  LEFT JOIN run_snapshots AS snapshot ON snapshot.run_id = run.id AND snapshot.engine_version = ${engineVersion}
  LEFT JOIN run_children AS child ON child.child_run_id = run.id`;
}

const CLAIM_ANY = `
WITH ready AS MATERIALIZED (
  SELECT id FROM runs WHERE phase = 'ready' AND ${TAKEABLE} ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED
),
expired AS MATERIALIZED (
  SELECT id FROM runs WHERE ${EXPIRED} AND ${TAKEABLE}
  ORDER BY id LIMIT $4 - (SELECT count(*) FROM ready)
  FOR UPDATE SKIP LOCKED
),
picked AS (SELECT id, false AS takeover FROM ready UNION ALL SELECT id, true FROM expired),
${TAKE}
${readState('claimed', '$3')}`;

/** Found by the primary key and locked in id order; what somebody else holds or took meanwhile is left out. */
const CLAIM_NAMED = `
WITH named AS MATERIALIZED (SELECT DISTINCT id FROM unnest($4::uuid[]) AS named (id) ORDER BY id),
picked AS MATERIALIZED (
  SELECT runs.id, phase::text = 'leased' AS takeover FROM named JOIN runs ON runs.id = named.id
  WHERE (phase::text = 'ready' OR (phase::text = 'leased' AND lease_until <= clock_timestamp())) AND ${TAKEABLE}
  ORDER BY runs.id
  FOR UPDATE OF runs SKIP LOCKED
),
${TAKE}
${readState('claimed', '$3')}`;

const READ_AGAIN = `${readState('(SELECT *, false AS takeover FROM runs WHERE id = $1)', '$2')}`;
