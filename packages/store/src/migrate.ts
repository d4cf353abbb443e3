import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CodedError } from '@weftwork/schema';
import { Client } from 'pg';
import { cannotConnect, isContention, isUnavailable, storageUnavailable } from './database-errors';

/** Any number, the same for every process that migrates. */
const LOCK_KEY = 7_203_415;
/** Another process migrates: ask again so often, and after so long say that it takes long. */
const LOCK_PAUSE_MS = 100;
const LOCK_WAIT_MS = 10_000;
/** A table that somebody holds for longer, as a backup does, is tried again later: who waits for it holds up all others. */
const TABLE_LOCK_MS = 2_000;

export interface MigrateOptions {
  /** The folder of migrations; found above this file when absent. A bundle must give it. */
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

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
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
    try {
      await apply(client, migration);
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined);
      if (isUnavailable(cause)) throw cause;
      if (isContention(cause)) throw heldUp(name, cause);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CodedError('MIGRATION_FAILED', `Migration ${name} failed and was undone: ${reason}`, {
        cause,
      });
    }
    applied.push(name);
  }
  return applied;
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

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function findMigrations(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'prisma', 'migrations');
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder))
      throw new CodedError('MIGRATION_FAILED', 'The folder prisma/migrations was not found.');
  }
}
