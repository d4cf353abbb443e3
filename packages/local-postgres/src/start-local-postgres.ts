/**
 * Finds, starts, adopts and stops the embedded PostgreSQL of a home. Neighbours: `cluster.ts` makes the data
 * folder, `postmaster.ts` knows the process, `home-lock.ts` decides whose home it is.
 *
 * The server is not a member of the service's process group and writes to a file, so it outlives a killed
 * parent unharmed; the next start adopts it. Exactly one service uses it: who holds the home lock.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@weftwork/schema';
import { type Account, chooseAccount, commandFor, spawnIds } from './account';
import { findBinaries } from './binaries';
import { ensureCluster, ensureHome, ensurePassword, SUPERUSER } from './cluster';
import { freePort } from './free-port';
import { findLivePostmaster, isAlive, stopPostmaster } from './postmaster';
import { ensureDatabase, probe } from './probe';
import { settingArguments } from './server-settings';
import { describeFailure } from './startup-failure';

export const DATABASE_NAME = 'weftwork';

/** A running PostgreSQL of one home. */
export interface LocalPostgres {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True when it was found running rather than started. */
  readonly adopted: boolean;
  /** Ends the server and waits until it is gone; harmless when it is. `force` does not wait for a tidy end. */
  stop(options?: { force?: boolean }): Promise<void>;
  /** Calls back once if the server ends without `stop`. */
  onExit(callback: () => void): void;
}

export interface StartOptions {
  readonly home: string;
  readonly onProgress?: (message: string) => void;
  /** Server settings beside the usual ones, such as `max_connections` for several processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** For tests: the account that would be chosen on another kind of machine. */
  readonly account?: Account;
}

const LOG_LIMIT_BYTES = 8 * 1024 * 1024;
const START_ATTEMPTS = 6;
/** Refusals before it is sure that they come from our server, not from one that took its port in between. */
const STRANGER_LIMIT = 5;

export async function startLocalPostgres(options: StartOptions): Promise<LocalPostgres> {
  const home = resolve(options.home);
  const onProgress = options.onProgress ?? (() => {});
  const dataDir = join(home, 'postgres');
  await ensureHome(home);
  const password = await ensurePassword(home);

  const adopted = await adopt(dataDir, password, onProgress);
  if (adopted !== undefined) return adopted;

  const binaries = await findBinaries(join(home, 'postgres-lib'));
  const account = options.account ?? (await chooseAccount(dataDir));
  await ensureCluster({ home, dataDir, password, account, binaries, onProgress });

  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(await rememberedPort(home));
    const logPath = join(home, 'postgres.log');
    const log = await openLog(logPath);
    const [program, args] = commandFor(account, binaries.postgres, [
      '-D',
      dataDir,
      ...settingArguments(port, options.settings),
    ]);
    const child = spawn(program, args, {
      ...spawnIds(account),
      cwd: '/',
      env: { ...process.env, ...binaries.env, LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
    const url = connectionUrl(port, password);
    const started = await waitUntilReady(child, url, onProgress);
    if (started) {
      await writeFile(join(home, 'postgres.port'), `${port}\n`, { mode: 0o600 });
      child.unref();
      return running(child.pid!, port, url, false, child);
    }
    // Somebody else started it meanwhile, took the port, or a dying server still holds its memory: look again.
    const other = await adopt(dataDir, password, onProgress);
    if (other !== undefined) return other;
    const output = (await readFile(logPath, 'utf8')).slice(-4000);
    const passing = /could not bind|Address already in use|already exists|still in use/i.test(output);
    if (!passing || attempt === START_ATTEMPTS)
      throw describeFailure('the server ended at its start', output);
    await sleep(50 * 2 ** attempt);
  }
}

/** Takes over a server that a killed parent left behind, or ends it when it does not answer to our password. */
async function adopt(
  dataDir: string,
  password: string,
  onProgress: (message: string) => void,
): Promise<LocalPostgres | undefined> {
  const orphan = await findLivePostmaster(dataDir);
  if (orphan === undefined) return undefined;
  if (orphan.port !== undefined) {
    const url = connectionUrl(orphan.port, password);
    const until = performance.now() + 60_000;
    for (let pauseMs = 10; isAlive(orphan.pid); pauseMs = Math.min(pauseMs * 2, 500)) {
      const answer = await probe(url, orphan.pid, dataDir);
      if (answer === 'ready') {
        await ensureDatabase(url, DATABASE_NAME);
        return running(orphan.pid, orphan.port, url, true);
      }
      if (answer === 'stranger' || performance.now() > until) break;
      await sleep(pauseMs);
    }
  }
  if (isAlive(orphan.pid)) {
    onProgress(`Stopping an abandoned PostgreSQL (process ${orphan.pid})`);
    await stopPostmaster(orphan.pid);
  }
  return undefined;
}

/** False when the server ended before it was ready. Recovery after a crash may take long, so only that ends the wait. */
async function waitUntilReady(
  child: ChildProcess,
  url: string,
  onProgress: (message: string) => void,
): Promise<boolean> {
  let ended = false;
  let failure: Error | undefined;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', (error) => {
    ended = true;
    failure = error;
  });
  let told = false;
  let strangers = 0;
  const startedAt = performance.now();
  for (let pauseMs = 8; !ended; pauseMs = Math.min(pauseMs * 1.3, 250)) {
    await sleep(pauseMs);
    if (ended) break;
    const answer = await probe(url);
    if (answer === 'ready') {
      await ensureDatabase(url, DATABASE_NAME);
      return true;
    }
    if (answer === 'stranger') strangers += 1;
    if (strangers > STRANGER_LIMIT && !ended) {
      await stopPostmaster(child.pid!);
      throw new CodedError(
        'POSTGRES_UNAVAILABLE',
        'The database of this home does not accept the password in its file postgres.password. Put the file back as it was, or choose another folder with --home.',
      );
    }
    if (!told && performance.now() - startedAt > 5_000) {
      told = true;
      onProgress('PostgreSQL recovers after an unclean end; this can take a while');
    }
  }
  if (failure !== undefined) {
    throw new CodedError(
      'POSTGRES_UNAVAILABLE',
      `The embedded PostgreSQL cannot be run: ${failure.message}`,
      {
        cause: failure,
      },
    );
  }
  return false;
}

function running(
  pid: number,
  port: number,
  url: string,
  adopted: boolean,
  child?: ChildProcess,
): LocalPostgres {
  let stopping = false;
  let watch: NodeJS.Timeout | undefined;
  return {
    url,
    port,
    pid,
    adopted,
    async stop({ force = false } = {}) {
      stopping = true;
      clearInterval(watch);
      if (isAlive(pid)) await stopPostmaster(pid, force);
    },
    onExit(callback) {
      const tell = () => {
        if (!stopping) callback();
      };
      if (child !== undefined) {
        child.once('exit', tell);
        return;
      }
      // Not our child: nobody tells us, so look. The connections break at once anyway.
      watch = setInterval(() => {
        if (isAlive(pid)) return;
        clearInterval(watch);
        tell();
      }, 500);
      watch.unref();
    },
  };
}

function connectionUrl(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${DATABASE_NAME}`;
}

async function rememberedPort(home: string): Promise<number | undefined> {
  const port = Number(await readFile(join(home, 'postgres.port'), 'utf8').catch(() => Number.NaN));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

async function openLog(path: string) {
  const info = await stat(path).catch(() => undefined);
  if (info !== undefined && info.size > LOG_LIMIT_BYTES) await truncate(path, 0);
  return open(path, 'a', 0o600);
}
