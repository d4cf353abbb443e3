import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CodedError } from '@weftwork/schema';
import { Client } from 'pg';
import { cannotConnect } from './database-errors';

/** Any number, the same for every process that migrates. */
const LOCK_KEY = 7_203_415;

export interface MigrateOptions {
  /** The folder of migrations; found above this file when absent. A bundle must give it. */
  readonly migrationsPath?: string;
}

/**
 * Applies what is missing of `prisma/migrations`, each in its transaction, and keeps the same book as
 * `prisma migrate deploy`. Several processes may call it at once. Answers the names of what was applied.
 */
export async function migrate(
  connectionString: string,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = await readMigrations(options.migrationsPath ?? findMigrations());
  const client = new Client({ connectionString, application_name: 'weftwork migrate' });
  await client.connect().catch((cause: unknown) => {
    throw cannotConnect(cause);
  });
  try {
    if (await isCurrent(client, migrations)) return [];
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(BOOK);
    return await applyMissing(client, migrations);
  } finally {
    await client.end();
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
    const { name, sql, checksum } = migration;
    if (book.has(name)) {
      assertUnchanged(migration, book);
      continue;
    }
    try {
      await client.query('BEGIN');
      await client.query(sql);
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, clock_timestamp(), 1)`,
        [randomUUID(), checksum, name],
      );
      await client.query('COMMIT');
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined);
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CodedError('MIGRATION_FAILED', `Migration ${name} failed and was undone: ${reason}`, {
        cause,
      });
    }
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
