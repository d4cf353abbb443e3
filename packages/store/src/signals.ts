import type {
  EncodedEvents,
  JudgeSignal,
  NewSignal,
  SignalRecord,
  SignalWriter,
  WaitingGate,
} from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';
import type { Pool, PoolClient } from 'pg';
import { int4Array, isUuid, textArray, uuidArray } from './binary-arrays';
import { CAN_BE_TOLD, IS_DUE, WOKEN } from './facts';
import { SIGNAL_COLUMNS, type SignalRow, signalRecord } from './signal-record';
import { inStatement, inTransaction } from './transaction';

/*
 * Signals and the gates that wait for them. Both sides take the lock of the name and key before they look at what the
 * other side wrote, so that one of the two always sees the other; then the runs, in id order; then, in statements that
 * start after the locks are held, the gates.
 */
export function signals(pool: Pool): SignalWriter {
  return {
    receiveSignal: (signal, judge) =>
      inTransaction(pool, async (client) => {
        await lockOccurrence(client, signal);
        const kept = await keep(client, signal);
        if (!kept)
          return {
            signal: await knownSignal(client, signal),
            duplicate: true,
            delivered: [],
            rejected: [],
          };
        const runIds = await lockWaitingRuns(client, signal);
        const verdicts = (await waitingGates(client, signal, runIds)).map((gate) => ({
          gate,
          events: judge(gate, kept),
        }));
        const decided = verdicts.filter((verdict): verdict is Decided => verdict.events !== undefined);
        await decide(client, kept, decided);
        return {
          signal: kept,
          duplicate: false,
          delivered: decided.map(({ gate }) => gate),
          rejected: verdicts.filter(({ events }) => !events).map(({ gate }) => gate),
        };
      }),

    async offerSignals({ runId, limit }, judge) {
      if (runId !== undefined && !isUuid(runId)) return { told: [], looked: 0 };
      const { rows } = await inStatement(() =>
        pool.query<UnofferedRow>(runId === undefined ? UNOFFERED : UNOFFERED_OF_RUN, [runId ?? limit]),
      );
      const told = new Set<string>();
      for (const row of rows) if (await offer(pool, row, judge)) told.add(row.run_id);
      return { told: [...told], looked: rows.length };
    },

    async purgeSignals(olderThanMs, limit) {
      const { rowCount } = await inStatement(() => pool.query(PURGE, [olderThanMs, limit]));
      return rowCount ?? 0;
    },
  };
}

interface Decided {
  readonly gate: WaitingGate;
  readonly events: EncodedEvents;
}

type Occurrence = Pick<NewSignal, 'workspaceId' | 'name' | 'key'>;

async function lockOccurrence(client: PoolClient, { workspaceId, name, key }: Occurrence): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    JSON.stringify([workspaceId, name, key]),
  ]);
}

/** Undefined when its idempotency id is taken. */
async function keep(client: PoolClient, signal: NewSignal): Promise<SignalRecord | undefined> {
  const { rows } = await client.query<SignalRow>(
    `INSERT INTO signals (workspace_id, name, key, payload, idempotency_id, sent_by)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace_id, idempotency_id) WHERE idempotency_id IS NOT NULL DO NOTHING
     RETURNING ${SIGNAL_COLUMNS}`,
    [
      signal.workspaceId,
      signal.name,
      signal.key,
      JSON.stringify(signal.payload),
      signal.idempotencyId ?? null,
      signal.sentBy,
    ],
  );
  return rows[0] && signalRecord(rows[0]);
}

async function knownSignal(
  client: PoolClient,
  { workspaceId, idempotencyId }: NewSignal,
): Promise<SignalRecord> {
  const { rows } = await client.query<SignalRow>(
    `SELECT ${SIGNAL_COLUMNS} FROM signals WHERE workspace_id = $1 AND idempotency_id = $2`,
    [workspaceId, idempotencyId],
  );
  return signalRecord(rows[0]!);
}

const WAITS = `workspace_id = $1 AND signal_name = $2 AND signal_key = $3
  AND gates.status = 'open' AND gates.mode = 'signal' AND NOT ${IS_DUE}`;

async function lockWaitingRuns(
  client: PoolClient,
  { workspaceId, name, key }: Occurrence,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT runs.id FROM (SELECT DISTINCT run_id FROM gates WHERE ${WAITS}) AS waiting
       JOIN runs ON runs.id = waiting.run_id
     ORDER BY runs.id
     FOR UPDATE OF runs`,
    [workspaceId, name, key],
  );
  return rows.map(({ id }) => id);
}

interface WaitingRow {
  readonly run_id: string;
  readonly step_id: string;
  readonly node_id: string;
  readonly path: string;
  readonly attempt: number;
  readonly schema: string | null;
}

const GATE_COLUMNS = 'run_id, step_id, node_id, path, attempt, schema';

async function waitingGates(
  client: PoolClient,
  { workspaceId, name, key }: Occurrence,
  runIds: readonly string[],
): Promise<WaitingGate[]> {
  if (runIds.length === 0) return [];
  const { rows } = await client.query<WaitingRow>(
    `SELECT ${GATE_COLUMNS} FROM gates JOIN runs ON runs.id = run_id
     WHERE ${WAITS} AND run_id = ANY($4::uuid[]) AND ${CAN_BE_TOLD}
     ORDER BY run_id, opened_at, step_id`,
    [workspaceId, name, key, runIds],
  );
  return rows.map(waitingGate);
}

function waitingGate(row: WaitingRow): WaitingGate {
  return {
    runId: row.run_id,
    stepId: row.step_id,
    nodeId: row.node_id,
    path: row.path,
    attempt: row.attempt,
    ...(row.schema ? { schema: JSON.parse(row.schema) as JsonObject } : {}),
  };
}

/** Closes the gates and tells their runs, which are locked. A run with several of them gets one row in its log. */
async function decide(
  client: PoolClient,
  { signalId, sentBy }: SignalRecord,
  decided: readonly Decided[],
): Promise<void> {
  if (decided.length === 0) return;
  await client.query(
    `UPDATE gates SET status = 'decided', closed_at = clock_timestamp(), closed_by = $3, signal_number = $4,
       offered = true
     FROM unnest($1::uuid[], $2::text[]) AS told (run_id, step_id)
     WHERE gates.run_id = told.run_id AND gates.step_id = told.step_id`,
    [
      uuidArray(decided.map(({ gate }) => gate.runId)),
      textArray(decided.map(({ gate }) => gate.stepId)),
      sentBy,
      signalId,
    ],
  );
  const facts = factsByRun(decided);
  await client.query(
    `WITH facts AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::int4[], $3::text[]) AS facts (id, count, text)),
     woken AS (
       UPDATE runs SET seq = seq + count, ${WOKEN}
       FROM facts WHERE runs.id = facts.id
       RETURNING runs.id, seq, count, text
     )
     INSERT INTO run_log (run_id, first_seq, last_seq, events) SELECT id, seq - count + 1, seq, text FROM woken`,
    [
      uuidArray(facts.map(({ runId }) => runId)),
      int4Array(facts.map(({ count }) => count)),
      textArray(facts.map(({ text }) => text)),
    ],
  );
}

/** The codec reads a row of several lines. */
function factsByRun(decided: readonly Decided[]): { runId: string; count: number; text: string }[] {
  const facts = new Map<string, { runId: string; count: number; text: string }>();
  for (const { gate, events } of decided) {
    const { runId } = gate;
    const before = facts.get(runId);
    facts.set(runId, {
      runId,
      count: (before?.count ?? 0) + events.events,
      text: before ? `${before.text}\n${events.text}` : events.text,
    });
  }
  return [...facts.values()];
}

interface UnofferedRow {
  readonly run_id: string;
  readonly step_id: string;
  readonly workspace_id: string;
  readonly signal_name: string;
  readonly signal_key: string;
}

const UNOFFERED_COLUMNS = 'SELECT run_id, step_id, workspace_id, signal_name, signal_key FROM gates';
const IS_UNOFFERED = `status = 'open' AND mode = 'signal' AND NOT offered`;
const UNOFFERED = `${UNOFFERED_COLUMNS} WHERE ${IS_UNOFFERED} LIMIT $1`;
const UNOFFERED_OF_RUN = `${UNOFFERED_COLUMNS} WHERE run_id = $1 AND ${IS_UNOFFERED}`;

/** Gives a gate the oldest signal that fits; true when its run was told. */
function offer(pool: Pool, row: UnofferedRow, judge: JudgeSignal): Promise<boolean> {
  const { run_id: runId, step_id: stepId } = row;
  return inTransaction(pool, async (client) => {
    await lockOccurrence(client, {
      workspaceId: row.workspace_id,
      name: row.signal_name,
      key: row.signal_key,
    });
    await client.query('SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', [runId]);
    const { rows } = await client.query<WaitingRow>(
      `UPDATE gates SET offered = true FROM runs
       WHERE runs.id = run_id AND run_id = $1 AND step_id = $2 AND gates.${IS_UNOFFERED} AND ${CAN_BE_TOLD}
       RETURNING ${GATE_COLUMNS}`,
      [runId, stepId],
    );
    if (!rows[0]) return false;
    const gate = waitingGate(rows[0]);
    for (let page = await storedFor(client, row, gate, '0'); page.length > 0; ) {
      for (const signal of page) {
        const events = judge(gate, signal);
        if (!events) continue;
        await decide(client, signal, [{ gate, events }]);
        return true;
      }
      page = await storedFor(client, row, gate, page.at(-1)!.signalId);
    }
    return false;
  });
}

/** Read at a time: mostly the first fits, and a run that waits for each of a stream of signals must not read it whole. */
const STORED_AT_ONCE = 20;

/** What came since the run was created and what its node has not taken yet, oldest first, after a number. */
async function storedFor(
  client: PoolClient,
  row: UnofferedRow,
  gate: WaitingGate,
  after: string,
): Promise<SignalRecord[]> {
  const { rows } = await client.query<SignalRow>(
    `SELECT ${SIGNAL_COLUMNS} FROM signals
     WHERE workspace_id = $1 AND name = $2 AND key = $3 AND number > $6
       AND received_at >= (SELECT created_at FROM runs WHERE id = $4)
       AND received_at < (SELECT coalesce(deadline_at, 'infinity') FROM gates WHERE run_id = $4 AND step_id = $7)
       AND number NOT IN (
         SELECT signal_number FROM gates WHERE run_id = $4 AND node_id = $5 AND signal_number IS NOT NULL)
     ORDER BY number LIMIT ${STORED_AT_ONCE}`,
    [row.workspace_id, row.signal_name, row.signal_key, gate.runId, gate.nodeId, after, gate.stepId],
  );
  return rows.map(signalRecord);
}

/** The oldest first, by the index of their age; what another process forgets just now is left to it. */
const PURGE = `
DELETE FROM signals WHERE number IN (
  SELECT number FROM signals
  WHERE received_at < clock_timestamp() - $1::float8 * interval '1 millisecond'
  ORDER BY received_at LIMIT $2
  FOR UPDATE SKIP LOCKED
)`;
