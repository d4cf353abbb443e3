import { readState } from './claimed-row';

/*
 * The statements that claim, made of three parts: which runs are picked, who of them is taken and who must wait for a
 * slot, and what a walker needs to know of them. $1 owner, $2 lease, $3 engine version, $4 ids or how many, $5 the
 * engines that the claimer understands.
 */

/** By their ids, the oldest of the highest priority, or shared out between workspaces. */
export type Pick = 'named' | 'oldest' | 'fair';

/**
 * The statement, with the name under which it is prepared. `limited`: limits are set somewhere. `takeoversFirst`: runs
 * whose lease ran out before those that are ready.
 */
export function claimStatement(
  pick: Pick,
  { limited, takeoversFirst }: { readonly limited: boolean; readonly takeoversFirst: boolean },
): { readonly name: string; readonly text: string } {
  const name = `claim-${pick}${takeoversFirst ? '-takeovers' : ''}${limited ? '-limited' : ''}`;
  const text =
    statements.get(name) ??
    `WITH RECURSIVE ${pick === 'named' ? NAMED : searched(pick, takeoversFirst)},
${limited ? `${JUDGED},\n${takeFrom('judged', 'AND NOT needs_slot')}` : takeFrom('picked')}
${readState('claimed', '$3')}${limited ? POSTPONED : ''}`;
  statements.set(name, text);
  return { name, text };
}

const statements = new Map<string, string>();

export const TAKEABLE = '($5::text[] IS NULL OR engine = ANY ($5::text[]))';

/** Found by the primary key and locked in id order; what somebody else holds or took meanwhile is left out. */
const NAMED = `
named AS MATERIALIZED (SELECT DISTINCT id FROM unnest($4::uuid[]) AS named (id) ORDER BY id),
picked AS MATERIALIZED (
  SELECT runs.id, phase::text = 'leased' AS takeover FROM named JOIN runs ON runs.id = named.id
  WHERE (phase::text = 'ready' OR (phase::text = 'leased' AND lease_until <= clock_timestamp())) AND ${TAKEABLE}
  ORDER BY runs.id
  FOR UPDATE OF runs SKIP LOCKED
)`;

/** Ready runs and expired leases: the second of the two gets the room that the first leaves, and is not read without. */
function searched(pick: 'oldest' | 'fair', takeoversFirst: boolean): string {
  const roomAfter = (first: string) => `$4 - (SELECT count(*) FROM ${first})`;
  const parts = takeoversFirst
    ? [expired('$4'), READY[pick](roomAfter('expired'))]
    : [READY[pick]('$4'), expired(roomAfter('ready'))];
  return `${parts.join(',')},
picked AS MATERIALIZED (SELECT id, false AS takeover FROM ready UNION ALL SELECT id, true FROM expired)`;
}

const expired = (room: string) => `
expired AS MATERIALIZED (
  SELECT id FROM runs WHERE phase = 'leased' AND lease_until <= clock_timestamp() AND ${TAKEABLE}
  ORDER BY id LIMIT ${room}
  FOR UPDATE SKIP LOCKED
)`;

const READY: Readonly<Record<'oldest' | 'fair', (room: string) => string>> = {
  oldest: (room) => `
ready AS MATERIALIZED (
  SELECT id FROM runs WHERE phase = 'ready' AND ${TAKEABLE}
  ORDER BY priority DESC, id LIMIT ${room} FOR UPDATE SKIP LOCKED
)`,
  /** Goes from workflow to workflow that has ready runs, and takes of each no more than it could get. $6: running. */
  fair: (room) => `
keys AS (
  (SELECT workflow_key FROM runs WHERE phase = 'ready' ORDER BY workflow_key LIMIT 1)
  UNION ALL
  SELECT (SELECT workflow_key FROM runs WHERE phase = 'ready' AND workflow_key > keys.workflow_key
    ORDER BY workflow_key LIMIT 1)
  FROM keys WHERE keys.workflow_key IS NOT NULL
),
heads AS MATERIALIZED (
  SELECT head.id, workspace_id,
    row_number() OVER (PARTITION BY workspace_id ORDER BY head.priority DESC, head.id) AS place
  FROM keys JOIN workflows ON workflows.key = keys.workflow_key
    CROSS JOIN LATERAL (
      SELECT id, priority FROM runs WHERE phase = 'ready' AND runs.workflow_key = keys.workflow_key AND ${TAKEABLE}
      ORDER BY priority DESC, id LIMIT $4
    ) AS head
),
chosen AS MATERIALIZED (
  SELECT id FROM heads
  ORDER BY place + coalesce(($6::jsonb ->> workspace_id)::int4, 0), id
  LIMIT ${room}
),
ready AS MATERIALIZED (
  SELECT runs.id FROM chosen JOIN runs ON runs.id = chosen.id WHERE phase::text = 'ready'
  ORDER BY runs.id
  FOR UPDATE OF runs SKIP LOCKED
)`,
};

/** A run needs a slot to begin, and to go on after it waited for somebody or for a child; a cancel needs none. */
const JUDGED = `
judged AS MATERIALIZED (
  SELECT picked.id, takeover, workflows.workspace_id, runs.workflow_key, runs.priority, is_limited,
    is_limited AND NOT takeover
      AND (runs.status = 'queued' OR (runs.status <> 'cancel_requested' AND coalesce(wait_reason, 'timer') <> 'timer'))
      AS needs_slot
  FROM picked JOIN runs ON runs.id = picked.id JOIN workflows ON workflows.key = runs.workflow_key
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM run_limits WHERE run_limits.workspace_id = workflows.workspace_id AND workflow_id IN ('', workflows.id)
      ) AS is_limited
    ) AS limits
),
postponed AS (UPDATE runs SET phase = 'parked' FROM judged WHERE runs.id = judged.id AND needs_slot),
slots AS (
  INSERT INTO run_slots (run_id, workspace_id, workflow_key, priority, granted)
  SELECT id, workspace_id, workflow_key, priority, NOT needs_slot FROM judged WHERE is_limited
  ORDER BY id
  ON CONFLICT (run_id) DO UPDATE SET granted = excluded.granted
)`;

/** A row without a run for each that was made to wait: the caller has room for others instead. */
const POSTPONED = `
UNION ALL SELECT NULL FROM judged WHERE needs_slot`;

/** A leased run whose owner is gone is taken over as it is; one that waited runs again. */
export function takeFrom(source: string, condition = ''): string {
  return `
claimed AS (
  UPDATE runs SET
    epoch = epoch + 1,
    owner = $1,
    phase = 'leased',
    lease_until = clock_timestamp() + $2::int4 * interval '1 millisecond',
    status = CASE WHEN status IN ('queued', 'awaiting_input') THEN 'running'::run_status ELSE status END,
    wait_reason = NULL,
    started_at = coalesce(started_at, clock_timestamp())
  FROM ${source} WHERE runs.id = ${source}.id ${condition}
  RETURNING runs.*, ${source}.takeover
)`;
}
