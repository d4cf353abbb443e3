import { realpath } from 'node:fs/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';

/**
 * `ready` answers to our password; `waiting` may become ready (not listening yet, starting up, shutting down);
 * `stranger` is some other server or does not know the password.
 */
export type Answer = 'ready' | 'waiting' | 'stranger';

const STARTING_OR_STOPPING = '57P03';
const NO_SUCH_DATABASE = '3D000';

/** Asks a server who it is; with `dataDir` it must also serve that very folder. */
export async function probe(url: string, pid?: number, dataDir?: string): Promise<Answer> {
  const client = new Client({
    connectionString: withDatabase(url, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (pid === undefined || dataDir === undefined) return 'ready';
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const [served, ours] = await Promise.all([real(rows[0]?.folder ?? ''), real(dataDir)]);
    return served === ours ? 'ready' : 'stranger';
  } catch (error) {
    if (error instanceof DatabaseError) return error.code === STARTING_OR_STOPPING ? 'waiting' : 'stranger';
    return 'waiting';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes the product's database when a new cluster has none yet. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== NO_SUCH_DATABASE) throw error;
    await createDatabase(withDatabase(url, 'postgres'), name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${escapeIdentifier(name)}`);
  } catch (error) {
    // Two starters at once: the other one made it.
    if (!(error instanceof DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
