import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { migrate } from './migrate';

describe('migrate', () => {
  let database: TestDatabase;
  let client: Client;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weftwork-migrations-'));
    await cp(join(import.meta.dirname, '../../../prisma/migrations'), folder, { recursive: true });
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** A database without any table. */
  beforeEach(async () => {
    await client?.end();
    await database?.drop();
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });

  it('applies every migration once, also when several processes start together', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
    const folders = await readdir(folder, { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(applied.flat()).toEqual(names.sort());
    expect(await migrate(database.url)).toEqual([]);
    const { rows } = await client.query('SELECT migration_name, finished_at, logs FROM _prisma_migrations');
    expect(rows[0]).toMatchObject({ migration_name: '0001_init', finished_at: expect.any(Date), logs: null });
    expect((await client.query('SELECT id FROM workspaces')).rows).toEqual([{ id: 'local' }]);
  });

  it.each([
    ['no server', (url: URL) => Object.assign(url, { port: '1' }), 'STORAGE_UNAVAILABLE', 'ECONNREFUSED'],
    [
      'a host with several addresses and no server',
      (url: URL) => Object.assign(url, { hostname: 'localhost', port: '1' }),
      'STORAGE_UNAVAILABLE',
      'ECONNREFUSED',
    ],
    [
      'another name',
      (url: URL) => Object.assign(url, { pathname: '/none' }),
      'CONFIGURATION_INVALID',
      'none',
    ],
    [
      'another user',
      (url: URL) => Object.assign(url, { username: 'nobody' }),
      'CONFIGURATION_INVALID',
      'Check its user',
    ],
  ])('says what is wrong with an address that leads to %s', async (_, change, code, words) => {
    const { href } = change(new URL(database.url));
    await expect(migrate(href)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('undoes a migration that fails, keeps those before it and goes on once it is mended', async () => {
    const file = join(folder, '9999_next', 'migration.sql');
    await cp(join(folder, '0001_init'), join(folder, '9999_next'), { recursive: true });
    await writeFile(file, 'CREATE TABLE half (id int); SELECT 1 / 0;');
    const options = { migrationsPath: folder };
    await expect(migrate(database.url, options)).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('9999_next'),
    });
    await expect(client.query('SELECT * FROM half')).rejects.toThrow();
    await writeFile(file, 'CREATE TABLE half (id int);');
    expect(await migrate(database.url, options)).toEqual(['9999_next']);
  });

  it('refuses a database whose migrations are not the ones in the folder', async () => {
    await migrate(database.url);
    await client.query(`UPDATE _prisma_migrations SET checksum = 'other'`);
    await expect(migrate(database.url)).rejects.toMatchObject({ code: 'MIGRATION_FAILED' });
  });

  /** The real migrations and one more. */
  async function withNext(sql: string): Promise<{ migrationsPath: string }> {
    await mkdir(join(folder, '9999_next'), { recursive: true });
    await writeFile(join(folder, '9999_next', 'migration.sql'), sql);
    return { migrationsPath: folder };
  }

  it('leaves nothing half done when the process dies in a migration, and the next goes on', async () => {
    await migrate(database.url);
    const options = await withNext('CREATE TABLE half (id int); SELECT pg_sleep(60);');
    const dying = migrate(database.url, options);
    const refused = expect(dying).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    const migrating = `FROM pg_stat_activity WHERE application_name = 'weftwork migrate' AND wait_event = 'PgSleep'`;
    while ((await client.query(`SELECT pid ${migrating}`)).rows.length === 0);
    await client.query(`SELECT pg_terminate_backend(pid) ${migrating}`);
    await refused;
    expect(await migrate(database.url, await withNext('CREATE TABLE half (id int);'))).toEqual(['9999_next']);
  });

  it('lets everybody pass while a table is held, and says what it waits for', async () => {
    await migrate(database.url);
    const options = await withNext('ALTER TABLE runs ADD COLUMN of_tomorrow text;');
    await client.query('BEGIN; SELECT count(*) FROM runs');
    await expect(migrate(database.url, options)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('9999_next waits for a table'),
    });
    await client.query('COMMIT');
    expect(await migrate(database.url, options)).toEqual(['9999_next']);
  });

  it('builds an index beside writers, also over what a process left that died, and once for all', async () => {
    await migrate(database.url);
    const options = await withNext(
      '-- Beside writers.\nCREATE INDEX CONCURRENTLY runs_x ON runs (created_at);\n',
    );
    await client.query('CREATE INDEX runs_x ON runs (created_at)');
    await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'runs_x'::regclass`);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, options)));
    expect(applied.flat()).toEqual(['9999_next']);
    const { rows } = await client.query(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'runs_x'::regclass`,
    );
    expect(rows).toEqual([{ valid: true }]);
  });
});
