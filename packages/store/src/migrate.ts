import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@weftwork/schema';
import { Client } from 'pg';
import { applyMigration } from './apply-migration';
import { cannotConnect, isUnavailable, storageUnavailable } from './database-errors';
import { findMigrations, type Migration, readMigrations } from './migration-files';

/** Any number, the same for every process that migrates. */
const LOCK_KEY = 7_203_415;
/** Another process migrates: ask again so often, and after so long say that it takes long. */
const LOCK_PAUSE_MS = 100;
const LOCK_WAIT_MS = 10_000;

export interface MigrateOptions {
  /** The folder of migrations; found above the sources when absent. A bundle must give it. */
  readonly migrationsPath?: string;
}

/**
 * Applies what is missing of `prisma/migrations`, each in its transaction or as one statement outside of any, and keeps
 * the same book as `prisma migrate deploy`. Several processes may call it at once, and one that died on the way leaves
 * nothing that the next cannot go on from. Answers the names of what was applied; throws `STORAGE_UNAVAILABLE` when the
 * database is away or another process migrates it for long: ask again.
 */
export async function migrate(
  connectionString: string,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(options.migrationsPath ?? findMigrations());
  const client = new Client({
    connectionString,
    application_name: 'weftwork migrate',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection that is lost is told by the statement that fails.
  client.on('error', () => {});
  await client.connect().catch((cause: unknown) => {
    throw cannotConnect(cause);
  });
  try {
    if (await isCurrent(client, migrations)) return [];
    await lock(client);
    await client.query(BOOK);
    return await applyMissing(client, migrations);
  } catch (error) {
    throw isUnavailable(error) ? storageUnavailable(error) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Asks again and again: a statement that waited for the lock would hold up an index that is built beside writers. */
async function lock(client: Client): Promise<void> {
  const until = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      LOCK_KEY,
    ]);
    if (rows[0]!.mine) return;
    if (performance.now() > until)
      throw new CodedError('STORAGE_UNAVAILABLE', 'The database is being migrated by another process.');
    await sleep(LOCK_PAUSE_MS);
  }
}

const BOOK = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

async function applyMissing(client: Client, migrations: readonly Migration[]): Promise<string[]> {
  const book = await readBook(client);
  const applied: string[] = [];
  for (const migration of migrations) {
    const { name } = migration;
    if (book.has(name)) {
      assertUnchanged(migration, book);
      continue;
    }
    await applyMigration(client, migration);
    applied.push(name);
  }
  return applied;
}

/** Lets the usual start, with nothing to do, pass without a lock. */
async function isCurrent(client: Client, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return false;
  const book = await readBook(client);
  for (const migration of migrations) assertUnchanged(migration, book);
  return migrations.every(({ name }) => book.has(name));
}

async function readBook(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `SELECT migration_name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function assertUnchanged({ name, checksum }: Migration, book: ReadonlyMap<string, string>): void {
  const applied = book.get(name);
  if (applied === undefined || applied === checksum) return;
  throw new CodedError(
    'MIGRATION_FAILED',
    `Migration ${name} was changed after it had been applied to this database. Put the file back as it was.`,
  );
}
