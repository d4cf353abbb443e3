import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unprivilegedUser } from './account';
import { acquireHomeLock } from './home-lock';
import { isAlive, waitForExit } from './postmaster';
import { type LocalPostgres, startLocalPostgres } from './start-local-postgres';

const started: LocalPostgres[] = [];
let root: string;
let home: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weftwork-pg-'));
  home = join(root, 'home');
});

afterAll(async () => {
  await Promise.all(started.map((postgres) => postgres.stop({ force: true })));
  await rm(root, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startLocalPostgres>[0]): Promise<LocalPostgres> {
  const postgres = await startLocalPostgres(options);
  started.push(postgres);
  return postgres;
}

async function ask<T>(url: string, sql: string): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0] as T;
  } finally {
    await client.end();
  }
}

describe('startLocalPostgres', () => {
  it('makes a private cluster, answers on loopback only, and stops', async () => {
    const progress: string[] = [];
    const postgres = await start({ home, onProgress: (message) => progress.push(message) });
    expect(progress).toEqual(['Making the database']);
    expect(await ask(postgres.url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await ask(postgres.url, 'show unix_socket_directories')).toBe('');
    expect(await ask(postgres.url, 'show server_encoding')).toBe('UTF8');
    expect(await ask(postgres.url, 'show lc_collate').catch(() => 'C')).toBe('C');
    expect((await stat(join(home, 'postgres.password'))).mode & 0o777).toBe(0o600);
    await expect(ask(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
    await postgres.stop();
    expect(isAlive(postgres.pid)).toBe(false);
    await postgres.stop();
  });

  it('keeps data and port over a stop and a start, without making the database again', async () => {
    const first = await start({ home });
    await ask(first.url, 'create table kept as select 42 as n');
    await first.stop();
    const progress: string[] = [];
    const second = await start({ home, onProgress: (message) => progress.push(message) });
    expect(second.port).toBe(first.port);
    expect(await ask(second.url, 'select n from kept')).toBe(42);
    expect(progress).toEqual([]);
    await second.stop();
  });

  it('tells when the server ends by itself, and not when it is stopped', async () => {
    const postgres = await start({ home });
    const told = new Promise<void>((done) => postgres.onExit(done));
    process.kill(postgres.pid, 'SIGQUIT');
    await told;
    const again = await start({ home });
    again.onExit(() => expect.unreachable('stopped by us'));
    await again.stop();
  });

  it('removes the remains of a killed initdb and starts beside a fresh one', async () => {
    const other = join(root, 'half-made');
    const remains = join(other, 'postgres.new-abc', 'data');
    await mkdir(remains, { recursive: true });
    await writeFile(join(remains, 'PG_VERSION'), '18\n');
    const old = new Date(Date.now() - 3_600_000);
    await utimes(join(other, 'postgres.new-abc'), old, old);
    const postgres = await start({ home: other });
    expect(await ask(postgres.url, 'select 1')).toBe(1);
    expect((await readdir(other)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
    await postgres.stop();
  });

  it('ignores a postmaster.pid whose number belongs to another program now', async () => {
    const pidFile = join(home, 'postgres', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${join(home, 'postgres')}\n1700000000\n1\n\n127.0.0.1\n`, {
      mode: 0o600,
    });
    const postgres = await start({ home });
    expect(postgres.adopted).toBe(false);
    expect(Number.parseInt(await readFile(pidFile, 'utf8'), 10)).toBe(postgres.pid);
    await postgres.stop();
  });

  it('refuses a database of another major version with advice', async () => {
    const other = join(root, 'old-version');
    await mkdir(join(other, 'postgres'), { recursive: true });
    await writeFile(join(other, 'postgres', 'PG_VERSION'), '15\n');
    await expect(startLocalPostgres({ home: other })).rejects.toMatchObject({
      code: 'POSTGRES_UNAVAILABLE',
      message: expect.stringContaining('PostgreSQL 15'),
    });
  });

  it.runIf(process.getuid?.() === 0)(
    'runs as an unprivileged user where root has no user namespaces',
    async () => {
      const other = join(root, 'other-user');
      await mkdir(other, { mode: 0o755 });
      await import('node:fs/promises').then(({ chmod }) => chmod(root, 0o755));
      const account = await unprivilegedUser();
      const postgres = await start({ home: other, account });
      const owner = await stat(join(other, 'postgres'));
      expect(account).toMatchObject({ kind: 'user', uid: owner.uid });
      await postgres.stop();
      const again = await start({ home: other }); // the owner of the data decides from now on
      expect(await ask(again.url, 'select 1')).toBe(1);
      await again.stop();
    },
  );
});

describe('a second process', () => {
  let script: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    script = resolve(
      import.meta.dirname,
      '../../../node_modules/.cache/weftwork-test/local-postgres-parent.mjs',
    );
    await build({
      stdin: {
        contents: `
          import { acquireHomeLock, startLocalPostgres } from './index';
          const home = process.argv[2];
          const postgres = await startLocalPostgres({ home });
          const lock = await acquireHomeLock({ url: postgres.url, home, port: 4567 });
          lock.onLost(() => process.exit(3));
          console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url }));
          setInterval(() => {}, 1000);`,
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: { '@weftwork/schema': resolve(import.meta.dirname, '../../schema/src/coded-error.ts') },
      outfile: script,
    });
  });

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  async function startParent(): Promise<{ child: ChildProcess; pid: number }> {
    const child = spawn(process.execPath, [script, home], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    return { child, pid: JSON.parse(line.toString()).pid };
  }

  it('is refused with the process and port of the first', async () => {
    const { child } = await startParent();
    const postgres = await start({ home });
    expect(postgres.adopted).toBe(true);
    await expect(acquireHomeLock({ url: postgres.url, home, port: 1 })).rejects.toMatchObject({
      code: 'HOME_IN_USE',
      message: expect.stringMatching(new RegExp(`process ${child.pid} on port 4567`)),
    });
    const ended = once(child, 'exit');
    await postgres.stop();
    expect((await ended)[0]).toBe(3); // the first lost its lock and stopped itself
  });

  it('adopts the server of a parent that was killed, lock included', async () => {
    const { child, pid } = await startParent();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(pid)).toBe(true);
    const postgres = await start({ home });
    expect(postgres).toMatchObject({ adopted: true, pid });
    const lock = await acquireHomeLock({ url: postgres.url, home, port: 1 });
    await lock.release();
    const told = new Promise<void>((done) => postgres.onExit(done));
    process.kill(pid, 'SIGINT');
    await told;
  });

  it('ends an abandoned server that does not know our password and starts its own', async () => {
    const { child, pid } = await startParent();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const passwordFile = join(home, 'postgres.password');
    const password = await readFile(passwordFile, 'utf8');
    await writeFile(passwordFile, 'another\n');
    const progress: string[] = [];
    const failing = startLocalPostgres({ home, onProgress: (message) => progress.push(message) });
    await expect(failing).rejects.toThrow('postgres.password');
    expect(progress).toEqual([expect.stringContaining(`process ${pid}`)]);
    expect(await waitForExit(pid, 5_000)).toBe(true);
    await writeFile(passwordFile, password);
    const postgres = await start({ home });
    await postgres.stop();
  });

  it('lets exactly one of two starters that race make the database, and both use it', async () => {
    const racing = join(root, 'race');
    const [a, b] = await Promise.all([start({ home: racing }), start({ home: racing })]);
    expect(a.pid).toBe(b.pid);
    expect([a.adopted, b.adopted].sort()).toEqual([false, true]);
    await a.stop();
  });
});
