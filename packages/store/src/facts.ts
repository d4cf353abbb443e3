import type { EncodedEvents, FactOutcome, RunStore } from '@weftwork/runtime';
import type { RunStatus } from '@weftwork/schema';
import { isTerminal } from '@weftwork/schema';
import type { Pool, PoolClient } from 'pg';
import { isUuid } from './binary-arrays';
import { inTransaction } from './transaction';

/*
 * The writers that are not the walker. Each locks the run's row first, then looks at other rows in statements that
 * start after the lock is held, appends its fact and wakes the run.
 */

type Refusal = Extract<FactOutcome, { ok: false }>['refused'];

const refuse = (refused: Refusal): FactOutcome => ({ ok: false, refused });

export function facts(pool: Pool): Pick<RunStore, 'decideGate' | 'settleEffect'> {
  return {
    decideGate: ({ runId, workspaceId, stepId, by, events }) =>
      inTransaction(pool, async (client) => {
        const status = await lockRun(client, runId, workspaceId);
        if (!status) return refuse('notFound');
        const gate = await client.query<{ status: string; is_due: boolean }>(
          `SELECT status, ${IS_DUE} AS is_due FROM gates WHERE run_id = $1 AND step_id = $2`,
          [runId, stepId],
        );
        if (!gate.rows[0]) return refuse('notFound');
        if (isTerminal(status)) return refuse('terminal');
        if (gate.rows[0].status !== 'open' || status === 'cancel_requested') return refuse('gateNotOpen');
        if (gate.rows[0].is_due) return refuse('gateExpired');
        await client.query(
          `UPDATE gates SET status = 'decided', closed_at = clock_timestamp(), closed_by = $3
           WHERE run_id = $1 AND step_id = $2`,
          [runId, stepId, by],
        );
        return { ok: true, seq: await recordFact(client, runId, events) };
      }),

    settleEffect: ({ runId, workspaceId, step: { nodeId, path, attempt }, events }) =>
      inTransaction(pool, async (client) => {
        const status = await lockRun(client, runId, workspaceId);
        if (!status) return refuse('notFound');
        if (isTerminal(status)) return refuse('terminal');
        const settled = await client.query(
          `UPDATE effects SET state = 'settled'
           WHERE run_id = $1 AND node_id = $2 AND path = $3 AND attempt = $4 AND state = 'unknown'`,
          [runId, nodeId, path, attempt],
        );
        if (settled.rowCount === 0) return refuse('stepNotUnknown');
        await client.query(
          `UPDATE node_issues SET settled_at = clock_timestamp()
           WHERE run_id = $1 AND node_id = $2 AND path = $3 AND attempt = $4`,
          [runId, nodeId, path, attempt],
        );
        return { ok: true, seq: await recordFact(client, runId, events) };
      }),
  };
}

/** The status of a run of this workspace, its row locked; undefined when there is none. */
export async function lockRun(
  client: PoolClient,
  runId: string,
  workspaceId: string,
): Promise<RunStatus | undefined> {
  if (!isUuid(runId)) return undefined;
  const { rows } = await client.query<{ status: RunStatus }>(
    `SELECT runs.status FROM runs JOIN workflows ON workflows.key = runs.workflow_key
     WHERE runs.id = $1 AND workflows.workspace_id = $2
     FOR UPDATE OF runs`,
    [runId, workspaceId],
  );
  return rows[0]?.status;
}

/** Appends events to a run whose row is locked, and wakes it. Answers the new `seq`. */
export async function recordFact(client: PoolClient, runId: string, events: EncodedEvents): Promise<number> {
  const { rows } = await client.query<{ seq: number }>(
    `WITH woken AS (
       UPDATE runs SET seq = seq + $2, ${WOKEN} WHERE id = $1 RETURNING seq
     ), logged AS (
       INSERT INTO run_log (run_id, first_seq, last_seq, events) SELECT $1, seq - $2 + 1, seq, $3 FROM woken
     )
     SELECT seq FROM woken`,
    [runId, events.events, events.text],
  );
  return rows[0]!.seq;
}

/** From its deadline on a gate takes no answer and no signal, however late a process tells its run so. */
export const IS_DUE = 'coalesce(gates.deadline_at <= clock_timestamp(), false)';

/** Neither ended nor about to be: answers, signals and deadlines still mean something to it. */
export const CAN_BE_TOLD = `runs.status IN ('queued', 'running', 'awaiting_input')`;

/**
 * What a fact that arrived makes of a run: what is parked may be claimed, what is leased is told by `wake_seq`. It waits
 * for nobody any more, but why it did stays until it is claimed: a limit must know whether it gave its slot on.
 */
export const WOKEN = `
  wake_seq = wake_seq + 1,
  phase = CASE phase WHEN 'parked' THEN 'ready'::run_phase ELSE phase END,
  status = CASE status WHEN 'awaiting_input' THEN 'running'::run_status ELSE status END`;
