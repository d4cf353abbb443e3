import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CodedError } from '@weftwork/schema';
import { type Account, commandFor, spawnIds } from './account';
import type { PostgresBinaries } from './binaries';
import { describeFailure } from './startup-failure';

/** The major version of the programs; a data folder of another one cannot be opened by them. */
const MAJOR_VERSION = '18';
const TEMPORARY_PREFIX = 'postgres.new-';
export const SUPERUSER = 'weftwork';

/** The password of the database, made once per home. Of two makers at the same time the first wins. */
export async function ensurePassword(home: string): Promise<string> {
  const path = join(home, 'postgres.password');
  try {
    await writeFile(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}

/**
 * Makes the data folder when it is absent. `initdb` works in a temporary folder that is renamed when it is
 * complete, so one that was killed leaves nothing half made; its remains are swept here.
 */
export async function ensureCluster(options: {
  home: string;
  dataDir: string;
  password: string;
  account: Account;
  binaries: PostgresBinaries;
  onProgress: (message: string) => void;
}): Promise<void> {
  const { home, dataDir, account } = options;
  await removeAbandoned(home);
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) return assertVersion(dataDir, version.trim());
  options.onProgress('Making the database');
  const work = await mkdtemp(join(home, TEMPORARY_PREFIX));
  try {
    const passwordFile = join(work, 'password');
    await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
    await giveTo(account, home, work, passwordFile);
    await runInitdb(options.binaries, account, join(work, 'data'), passwordFile);
    // Another starter may have been faster: then its folder is there and not empty, and is used.
    await rename(join(work, 'data'), dataDir).catch(async (error) => {
      if (!(await stat(join(dataDir, 'PG_VERSION')).catch(() => undefined))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function assertVersion(dataDir: string, version: string): void {
  if (version === MAJOR_VERSION) return;
  throw new CodedError(
    'POSTGRES_UNAVAILABLE',
    `The database in ${dataDir} was made by PostgreSQL ${version}; this release brings ${MAJOR_VERSION}. Dump it with the old release and restore it here, or choose another folder with --home.`,
  );
}

/** Removes temporary folders older than any living `initdb` could be. */
async function removeAbandoned(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue;
    const path = join(home, name);
    const info = await stat(path).catch(() => undefined);
    if (info !== undefined && Date.now() - info.mtimeMs > 60_000)
      await rm(path, { recursive: true, force: true });
  }
}

async function giveTo(account: Account, home: string, ...paths: string[]): Promise<void> {
  if (account.kind !== 'user') return;
  await chmod(home, 0o711); // the other user must be able to pass through, not to look around
  for (const path of paths) await chown(path, account.uid, account.gid);
}

async function runInitdb(
  binaries: PostgresBinaries,
  account: Account,
  target: string,
  passwordFile: string,
): Promise<void> {
  const [program, args] = commandFor(account, binaries.initdb, [
    `--pgdata=${target}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--locale=C',
    '--encoding=UTF8',
  ]);
  const child = spawn(program, args, {
    ...spawnIds(account),
    cwd: dirname(passwordFile),
    env: { ...process.env, ...binaries.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw describeFailure(`initdb ended with code ${code}`, output);
}

export async function ensureHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 }).catch((cause) => {
    throw new CodedError(
      'CONFIGURATION_INVALID',
      `The home folder ${home} cannot be made. Choose another with --home.`,
      {
        cause,
      },
    );
  });
}
