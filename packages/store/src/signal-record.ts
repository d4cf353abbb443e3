import type { RunReader, SignalRecord } from '@weftwork/runtime';
import type { JsonValue } from '@weftwork/schema';
import type { Pool } from 'pg';
import { timeText } from './run-record';
import { inStatement } from './transaction';

export interface SignalRow {
  /** A `bigint`, as the driver gives it. */
  readonly number: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly key: string;
  readonly payload: string;
  readonly idempotency_id: string | null;
  readonly sent_by: string;
  readonly received_at: Date;
}

export const SIGNAL_COLUMNS =
  'number, workspace_id, name, key, payload, idempotency_id, sent_by, received_at';

export function signalRecord(row: SignalRow): SignalRecord {
  return {
    signalId: row.number,
    workspaceId: row.workspace_id,
    name: row.name,
    key: row.key,
    payload: JSON.parse(row.payload) as JsonValue,
    ...(row.idempotency_id === null ? {} : { idempotencyId: row.idempotency_id }),
    sentBy: row.sent_by,
    receivedAt: timeText(row.received_at),
  };
}

/** What is kept, for people. */
export function signalReader(pool: Pool): Pick<RunReader, 'listSignals'> {
  return {
    async listSignals(workspaceId, { name, key }, { cursor, limit }) {
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) return { items: [], nextCursor: null };
      const values: unknown[] = [workspaceId, limit + 1];
      const tests: string[] = [];
      if (name !== undefined) tests.push(`AND name = $${values.push(name)}`);
      if (key !== undefined) tests.push(`AND key = $${values.push(key)}`);
      if (cursor !== undefined) tests.push(`AND number < $${values.push(cursor)}`);
      const text = `SELECT ${SIGNAL_COLUMNS} FROM signals WHERE workspace_id = $1 ${tests.join(' ')}
        ORDER BY number DESC LIMIT $2`;
      const { rows } = await inStatement(() => pool.query<SignalRow>(text, values));
      const items = rows.slice(0, limit).map(signalRecord);
      return { items, nextCursor: rows.length > limit ? items.at(-1)!.signalId : null };
    },
  };
}
