import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, 'cluster.mjs');

it.each([
  ['--workers', 'three'],
  ['--workers', '-1'],
  ['--servers', '0'],
  ['--servers', ''],
  ['--minutes', 'NaN'],
  ['--minutes', '1e9'],
])('starts no cluster with %s "%s"', (flag, value) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, `${flag}=${value}`], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`${flag} takes a whole number`);
});

describe('a cluster that is asked to stop', () => {
  let dir: string;
  let script: ChildProcess;
  let postmaster: number | undefined;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'weftwork-stop-'));
    postmaster = undefined;
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** Servers, workers and Redis stand in the group of the script, PostgreSQL in one of its own. */
  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }

  async function until(look: () => boolean): Promise<void> {
    while (!look()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  const readPostmaster = () => {
    const path = join(dir, 'database/postgres/postmaster.pid');
    if (existsSync(path)) postmaster = Number.parseInt(readFileSync(path, 'utf8'), 10);
    // While the data folder is made, its number is that of no server and below zero.
    return (postmaster ?? 0) > 0;
  };
  const logOf = (name: string) => existsSync(join(dir, `${name}.log`));

  const databaseStarts = readPostmaster;
  const serverStarts = () => readPostmaster() && logOf('server-1');
  const workersStart = () => readPostmaster() && logOf('worker-3');

  it.each([
    ['SIGTERM', 'the database starts', databaseStarts],
    ['SIGTERM', 'the server starts', serverStarts],
    ['SIGINT', 'the workers start', workersStart],
    ['SIGKILL', 'the database starts', databaseStarts],
    ['SIGKILL', 'the workers start', workersStart],
  ] as const)(
    'by %s while %s leaves no process behind',
    async (signal, _, come) => {
      script = spawn(process.execPath, [program, '--workers=2', '--no-studio', `--dir=${dir}`], {
        detached: true,
        stdio: 'ignore',
      });
      const ended = once(script, 'exit');
      await until(come);
      script.kill(signal);
      expect(await ended).toEqual(signal === 'SIGKILL' ? [null, 'SIGKILL'] : [0, null]);
      // What has ended may be waited for by the machine's first process, in its own time.
      await until(() => !isAlive(-script.pid!) && !isAlive(postmaster!));
    },
    60_000,
  );
});
