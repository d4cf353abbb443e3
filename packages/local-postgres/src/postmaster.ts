import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CodedError } from '@weftwork/schema';

/** What `postmaster.pid` says about the server that holds a data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number | undefined;
}

const run = promisify(execFile);

export async function readPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined };
}

/** A process that has ended but was not yet reaped (containers often reap late) counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * The live server of a data folder. A `postmaster.pid` whose process id meanwhile belongs to another
 * program (common in containers, where ids are few) is removed, since PostgreSQL itself would refuse to
 * start beside it.
 */
export async function findLivePostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const found = await readPostmaster(dataDir);
  if (found === undefined || !isAlive(found.pid)) return undefined;
  if (await isServerOf(found.pid, dataDir)) return found;
  await rm(join(dataDir, 'postmaster.pid'), { force: true });
  return undefined;
}

async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  const command = await commandLine(pid);
  if (command === undefined) return true; // cannot be told: leave the judgement to PostgreSQL
  const real = await realpath(dataDir).catch(() => dataDir);
  return command.includes(dataDir) || command.includes(real);
}

async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
    return text?.replaceAll('\0', ' ');
  }
  return run('ps', ['-p', String(pid), '-o', 'command=']).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

/** Waits with backoff until the process is gone; false when it is still there after `limitMs`. */
export async function waitForExit(pid: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  for (let pauseMs = 5; isAlive(pid); pauseMs = Math.min(pauseMs * 1.5, 200)) {
    if (performance.now() > until) return false;
    await sleep(pauseMs);
  }
  return true;
}

/**
 * Stops a server: first a fast shutdown (connections are cut, everything is written), then an immediate
 * one (the next start recovers), last a kill. `force` leaves out the first.
 */
export async function stopPostmaster(pid: number, force = false): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ...(force ? [] : [['SIGINT', 20_000] as [NodeJS.Signals, number]]),
    ['SIGQUIT', 8_000],
    ['SIGKILL', 3_000],
  ];
  for (const [signal, limitMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new CodedError(
        'POSTGRES_UNAVAILABLE',
        `The PostgreSQL process ${pid} of this home runs as another user and cannot be stopped. Stop it, then start again.`,
        { cause },
      );
    }
    if (await waitForExit(pid, limitMs)) return;
  }
  throw new CodedError(
    'POSTGRES_UNAVAILABLE',
    `The PostgreSQL process ${pid} does not stop. Stop it, then start again.`,
  );
}
