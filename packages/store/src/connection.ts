import { Client, type ClientConfig, Pool } from 'pg';

/**
 * Settings of the connections that carry a run on. Their statements are prepared once and then planned once; a plan
 * made while the tables were empty would scan `runs` later, so every way but "look the id up in its index" is closed.
 * A lock that somebody else holds for long fails one commit, not all that were merged with it.
 */
const PINNED = [
  'SET plan_cache_mode = force_generic_plan',
  'SET enable_seqscan = off',
  'SET enable_bitmapscan = off',
  'SET enable_hashjoin = off',
  'SET enable_mergejoin = off',
  'SET jit = off',
  'SET lock_timeout = 2000',
  'SET idle_in_transaction_session_timeout = 10000',
].join(';');

const DEFAULT = 'SET idle_in_transaction_session_timeout = 10000';

export interface ConnectionSettings {
  readonly connectionString: string;
  readonly applicationName?: string;
  readonly connectTimeoutMs?: number;
}

function clientConfig(settings: ConnectionSettings): ClientConfig {
  return {
    connectionString: settings.connectionString,
    application_name: settings.applicationName ?? 'weftwork',
    connectionTimeoutMillis: settings.connectTimeoutMs ?? 5_000,
    keepAlive: true,
  };
}

/** A client with pinned plans whose loss is told once. After that it is dead: make a new one. */
export async function connectPinned(
  settings: ConnectionSettings,
  onLost: (error: Error) => void,
): Promise<Client> {
  const client = new Client(clientConfig(settings));
  client.on('error', onLost);
  client.on('end', () => onLost(new Error('The connection was closed')));
  await client.connect();
  await client.query(PINNED);
  return client;
}

/** `pinned` for what runs are moved by, `default` for reads and writes of people. */
export function createPool(settings: ConnectionSettings, kind: 'pinned' | 'default', max: number): Pool {
  const pool = new Pool({
    ...clientConfig(settings),
    max,
    idleTimeoutMillis: 30_000,
    onConnect: async (client) => {
      // While it is lent, the pool does not listen: a transaction between two statements hears of the loss at the next.
      client.on('error', () => {});
      await client.query(kind === 'pinned' ? PINNED : DEFAULT);
    },
  });
  // A lost idle connection is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}
