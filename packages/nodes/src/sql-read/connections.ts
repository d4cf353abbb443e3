import { NodeError } from '@weftwork/runtime';
import pg from 'pg';

/** The databases that `sql_read` may name. */
export interface SqlConnections {
  /** Sorted; `demo` only where there is demo data. */
  names(): readonly string[];
  /** Throws `SQL_CONNECTION_UNKNOWN`. */
  pool(name: string): pg.Pool;
  /** A connection of its own, for stopping a query while the pool may be used up. */
  single(name: string): pg.Client;
  close(): Promise<void>;
}

const PREFIX = 'WEFTWORK_CONNECTION_';
const POOL_SIZE = 8;

/**
 * `demoUrl` is what `prepareDemoData` answered. In `env`, each `WEFTWORK_CONNECTION_<NAME>` holds the URL of a PostgreSQL
 * database, best with a role that may only read; the node calls it by `<NAME>` in any case, with `-` or `_`.
 */
export function createSqlConnections(options: {
  demoUrl?: string | undefined;
  env?: Readonly<Record<string, string | undefined>>;
}): SqlConnections {
  const urls = new Map<string, string>();
  for (const [key, url] of Object.entries(options.env ?? {})) {
    if (key.startsWith(PREFIX) && key.length > PREFIX.length && url)
      urls.set(canonical(key.slice(PREFIX.length)), url);
  }
  if (options.demoUrl !== undefined) urls.set('demo', options.demoUrl);
  const pools = new Map<string, pg.Pool>();

  const settings = (name: string): pg.ClientConfig => ({
    connectionString: urlOf(urls, name),
    application_name: 'weftwork sql_read',
    // Also how long a query waits for its turn in the pool.
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  });

  return {
    names: () => [...urls.keys()].sort(),
    pool(name) {
      const key = canonical(name);
      let pool = pools.get(key);
      if (pool === undefined) {
        pool = new pg.Pool({
          ...settings(name),
          max: POOL_SIZE,
          idleTimeoutMillis: 30_000,
          allowExitOnIdle: true,
        });
        // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
        pool.on('error', () => {});
        pools.set(key, pool);
      }
      return pool;
    },
    single: (name) => new pg.Client(settings(name)),
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.end()));
    },
  };
}

function canonical(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function urlOf(urls: ReadonlyMap<string, string>, name: string): string {
  const url = urls.get(canonical(name));
  if (url === undefined) {
    const known = [...urls.keys()].sort().join(', ') || 'none';
    throw unknown(
      `There is no connection "${name}"; set ${PREFIX}${canonical(name).toUpperCase()} to the URL of a PostgreSQL database. Known: ${known}.`,
    );
  }
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw unknown(`The connection "${name}" must be a URL that starts with postgresql://.`);
  }
  return url;
}

function unknown(message: string): NodeError {
  return new NodeError('SQL_CONNECTION_UNKNOWN', message, {
    outcome: 'notSent',
    field: '/config/connection',
  });
}
