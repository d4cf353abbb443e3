import type { RunStore } from '@weftwork/runtime';
import type { RunStatus } from '@weftwork/schema';
import type { Pool } from 'pg';
import { int4Array, uuidArray } from './binary-arrays';
import { inStatement } from './transaction';

type Leases = Pick<RunStore, 'renew' | 'giveBack' | 'recordRecovery' | 'endAllLeases'>;

/** Leases by the database's clock. `clock_timestamp()`, not `now()`: time passes while a statement waits for a lock. */
export function leases(pool: Pool): Leases {
  return {
    async renew(held, leaseMs) {
      if (held.length === 0) return { lost: [], moved: [] };
      const { rows } = await inStatement(() =>
        pool.query<RenewedRow>({
          name: 'renew',
          text: RENEW,
          values: [
            uuidArray(held.map(({ runId }) => runId)),
            int4Array(held.map(({ epoch }) => epoch)),
            leaseMs,
          ],
        }),
      );
      return {
        lost: rows.filter((row) => row.lost).map((row) => row.id),
        moved: rows
          .filter((row) => !row.lost)
          .map((row) => ({ runId: row.id, seq: row.seq, wakeSeq: row.wake_seq, status: row.status })),
      };
    },

    async giveBack(held) {
      if (held.length === 0) return;
      const ids = uuidArray(held.map(({ runId }) => runId));
      await inStatement(() => pool.query(GIVE_BACK, [ids, int4Array(held.map(({ epoch }) => epoch))]));
    },

    async recordRecovery(runId, epoch, { nodeId, path, attempt, effectClass }) {
      const { rows } = await inStatement(() =>
        pool.query<{ recoveries: number }>(RECORD_RECOVERY, [
          runId,
          epoch,
          nodeId,
          path,
          attempt,
          effectClass,
        ]),
      );
      return rows[0]?.recoveries;
    },

    async endAllLeases() {
      const { rowCount } = await inStatement(() => pool.query(END_ALL_LEASES));
      return rowCount ?? 0;
    },
  };
}

interface RenewedRow {
  readonly id: string;
  readonly lost: boolean;
  readonly seq: number;
  readonly wake_seq: number;
  readonly status: RunStatus;
}

const RENEW = `
WITH held AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::int4[]) AS held (id, claim_epoch)),
locked AS MATERIALIZED (
  SELECT runs.id FROM held JOIN runs ON runs.id = held.id
  WHERE runs.epoch = claim_epoch AND runs.lease_until > clock_timestamp()
  ORDER BY runs.id
  FOR UPDATE OF runs
),
renewed AS (
  UPDATE runs SET lease_until = clock_timestamp() + $3::int4 * interval '1 millisecond'
  FROM locked WHERE runs.id = locked.id
  RETURNING runs.id, seq, wake_seq, status
)
SELECT held.id, renewed.id IS NULL AS lost, seq, wake_seq, status::text
FROM held LEFT JOIN renewed ON renewed.id = held.id
WHERE renewed.id IS NULL OR wake_seq > 0 OR status <> 'running'`;

/** Still `leased`, with a lease that is over: so it is taken over as after a crash, not resumed as after a wait. */
const GIVE_BACK = `
WITH locked AS MATERIALIZED (
  SELECT runs.id FROM unnest($1::uuid[], $2::int4[]) AS held (id, claim_epoch) JOIN runs ON runs.id = held.id
  WHERE runs.epoch = claim_epoch AND phase = 'leased'
  ORDER BY runs.id
  FOR UPDATE OF runs
)
UPDATE runs SET lease_until = clock_timestamp() FROM locked WHERE runs.id = locked.id`;

const RECORD_RECOVERY = `
WITH held AS MATERIALIZED (
  SELECT id FROM runs WHERE id = $1 AND epoch = $2 AND lease_until > clock_timestamp() FOR UPDATE
)
INSERT INTO effects (run_id, node_id, path, attempt, effect_class, recoveries)
SELECT id, $3, $4, $5, $6::effect_class, 1 FROM held
ON CONFLICT (run_id, node_id, path, attempt) DO UPDATE SET recoveries = effects.recoveries + 1
  WHERE effects.state = 'intent'
RETURNING recoveries`;

const END_ALL_LEASES = `
WITH locked AS MATERIALIZED (SELECT id FROM runs WHERE phase = 'leased' ORDER BY id FOR UPDATE)
UPDATE runs SET phase = 'ready', lease_until = NULL, owner = NULL FROM locked WHERE runs.id = locked.id`;
