import { Client, type ClientConfig } from 'pg';

/**
 * Settings of a connection that carries commits. Its statements are prepared once and then planned once; a plan made
 * while the tables were empty would scan `runs` later, so every way but "look the id up in its index" is closed.
 */
const COMMIT_OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

export interface ConnectionSettings {
  readonly connectionString: string;
  readonly applicationName?: string;
  readonly connectTimeoutMs?: number;
}

export function clientConfig(settings: ConnectionSettings): ClientConfig {
  return {
    connectionString: settings.connectionString,
    application_name: settings.applicationName ?? 'weftwork',
    connectionTimeoutMillis: settings.connectTimeoutMs ?? 5_000,
    keepAlive: true,
  };
}

export function commitClientConfig(settings: ConnectionSettings): ClientConfig {
  return { ...clientConfig(settings), options: COMMIT_OPTIONS };
}

/** A client whose loss is told once. After that it is dead: make a new one. */
export async function connect(config: ClientConfig, onLost: (error: Error) => void): Promise<Client> {
  const client = new Client(config);
  let told = false;
  const tell = (error: Error): void => {
    if (told) return;
    told = true;
    onLost(error);
  };
  client.on('error', tell);
  client.on('end', () => tell(new Error('The connection was closed')));
  await client.connect();
  return client;
}
