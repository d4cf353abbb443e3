import { randomUUID } from 'node:crypto';
import { CodedError } from '@weftwork/schema';
import type { Client } from 'pg';
import { isContention, isUnavailable } from './database-errors';
import type { Migration } from './migration-files';

/** A table that somebody holds for longer, as a backup does, is tried again later: who waits for it holds up all others. */
const TABLE_LOCK_MS = 2_000;

/**
 * Applies one migration and enters it in the book, in its transaction or as one statement outside of any. A failure leaves
 * nothing half done that another try cannot go on from.
 */
export async function applyMigration(client: Client, migration: Migration): Promise<void> {
  try {
    await apply(client, migration);
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (isUnavailable(cause)) throw cause;
    const { name } = migration;
    if (isContention(cause)) throw heldUp(name, cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CodedError('MIGRATION_FAILED', `Migration ${name} failed and was undone: ${reason}`, { cause });
  }
}

function heldUp(name: string, cause: unknown): CodedError {
  const message = `Migration ${name} waits for a table that another session uses: a backup, or a long statement.`;
  return new CodedError('STORAGE_UNAVAILABLE', message, { cause });
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const index = indexBesideWriters(migration.sql);
  if (index !== undefined) {
    // What a process left half built that died here is there, and not valid.
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await client.query(migration.sql);
    await enter(client, migration);
    return;
  }
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${TABLE_LOCK_MS}`);
  await client.query(migration.sql);
  await enter(client, migration);
  await client.query('COMMIT');
}

/** The name of the index that a migration builds without keeping writers out, which no transaction may hold. */
function indexBesideWriters(sql: string): string | undefined {
  const statement = sql.replace(/--.*$/gm, '').trim();
  return /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+) ON [^;]*;?$/.exec(statement)?.[1];
}

async function enter(client: Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}
