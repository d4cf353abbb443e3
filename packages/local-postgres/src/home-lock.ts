import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@weftwork/schema';
import { Client } from 'pg';
import { isAlive } from './postmaster';

/** "WEFT" as a number: the key of the one session lock that says whose database this is. */
const LOCK_KEY = 0x57454654;
const HOLDER_NAME = /^weftwork service pid=(\d+) port=(\d+)/;
/** How long the connection of a process that has just died may still hold the lock. */
const DEAD_HOLDER_LIMIT_MS = 5_000;

/** Held for the life of a service. */
export interface HomeLock {
  /** Calls back once when the lock is lost: the service must stop, since another may start. */
  onLost(callback: (cause: Error | undefined) => void): void;
  release(): Promise<void>;
}

export interface HomeLockOptions {
  readonly url: string;
  readonly home: string;
  /** The port the service listens on, told to whom is refused. */
  readonly port: number;
}

/**
 * Makes this process the one service of its home, by a session advisory lock on a connection of its own.
 * A second service gets `HOME_IN_USE`, which names the process and port of the first.
 */
export async function acquireHomeLock(options: HomeLockOptions): Promise<HomeLock> {
  const client = new Client({
    connectionString: options.url,
    application_name: `weftwork service pid=${process.pid} port=${options.port}`,
    keepAlive: true,
  });
  let lost: ((cause: Error | undefined) => void) | undefined;
  let cause: Error | undefined;
  let state: 'held' | 'lost' | 'released' = 'held';
  const lose = (error?: Error) => {
    cause ??= error;
    if (state !== 'held') return;
    state = 'lost';
    lost?.(cause);
  };
  client.on('error', lose);
  client.on('end', () => lose());
  await client.connect();
  try {
    await takeLock(client, options.home);
  } catch (error) {
    state = 'released';
    await client.end().catch(() => {});
    throw error;
  }
  return {
    onLost(callback) {
      lost = callback;
      if (state === 'lost') callback(cause);
    },
    async release() {
      if (state === 'released') return;
      state = 'released';
      await client.end().catch(() => {});
    },
  };
}

async function takeLock(client: Client, home: string): Promise<void> {
  const until = performance.now() + DEAD_HOLDER_LIMIT_MS;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 400)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK_KEY,
    ]);
    if (rows[0]?.taken) return;
    const holder = await findHolder(client);
    const dead = holder === undefined || (holder.pid !== process.pid && !isAlive(holder.pid));
    if (!dead || performance.now() > until) throw homeInUse(home, holder);
    await sleep(pauseMs);
  }
}

async function findHolder(client: Client): Promise<{ pid: number; port: number } | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK_KEY],
  );
  const match = HOLDER_NAME.exec(rows[0]?.name ?? '');
  return match === null ? undefined : { pid: Number(match[1]), port: Number(match[2]) };
}

function homeInUse(home: string, holder: { pid: number; port: number } | undefined): CodedError {
  const who =
    holder === undefined
      ? 'Another service'
      : `The service with process ${holder.pid} on port ${holder.port}`;
  return new CodedError(
    'HOME_IN_USE',
    `${who} already uses the home ${home}. Open that one, stop it first, or choose another folder with --home.`,
    { extra: { home, ...holder } },
  );
}
