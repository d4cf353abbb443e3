import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createClient, type WeftworkClient } from '@weftwork/sdk';
import { parseSettings, type Service, startService } from '@weftwork/server';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/postgres';

export const root = resolve(import.meta.dirname, '../../../..');
const bin = join(root, 'packages/cli/bin/weftwork.mjs');

export interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Command = ChildProcessByStdio<null, Readable, Readable>;

export interface CommandLine {
  /** A folder for the files of the tests, in which the commands run. */
  readonly folder: string;
  /** The address of the service that the commands find. */
  readonly url: string;
  readonly client: WeftworkClient;
  weftwork(args: string[], env?: NodeJS.ProcessEnv): Promise<Result>;
  start(args: string[], env?: NodeJS.ProcessEnv): Command;
  /** Writes a file and gives its name. */
  file(content: unknown): Promise<string>;
  /** Runs the command on a terminal and types each text once the one beside it is shown. */
  type(args: string[], keys: [shown: string, typed: string][]): Promise<Result>;
}

/** The real command, as a process, against a real service. The first call builds it when it is stale. */
export function useCommandLine(): CommandLine {
  let folder = '';
  let home = '';
  let files = 0;
  let database: TestDatabase | undefined;
  let service: Service | undefined;
  let client: WeftworkClient;

  const environment = (env: NodeJS.ProcessEnv) => ({
    ...process.env,
    WEFTWORK_HOME: home,
    WEFTWORK_TOKEN: '',
    DATABASE_URL: '',
    NO_COLOR: '1',
    ...env,
  });
  const start = (args: string[], env: NodeJS.ProcessEnv = {}): Command =>
    spawn(process.execPath, [bin, ...args], {
      cwd: folder,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weftwork-cli-'));
    home = join(folder, 'home');
    await finish(start(['--help']));
    database = await createTestDatabase();
    const settings = parseSettings(['--port', '0', '--home', home, '--no-open'], {
      DATABASE_URL: database.url,
      WEFTWORK_HTTP_ALLOW: '127.0.0.1',
    });
    if (settings === 'help') throw new Error('no help was asked for');
    service = await startService({ settings: { ...settings, studio: false } });
    client = createClient({ baseUrl: service.url, token: service.token });
  }, 120_000);
  afterAll(async () => {
    await service?.stop({ graceMs: 500 });
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get folder() {
      return folder;
    },
    get url() {
      return service?.url ?? '';
    },
    get client() {
      return client;
    },
    start,
    weftwork: (args, env) => finish(start(args, env)),
    async file(content) {
      files += 1;
      const name = join(folder, `file-${files}.json`);
      await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content));
      return name;
    },
    type(args, keys) {
      // Nobody sizes this terminal: it says that it has 0 columns.
      const command = [process.execPath, bin, ...args].join(' ');
      const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
        cwd: folder,
        env: environment({ TERM: 'xterm' }),
      });
      let shown = '';
      child.stdout.on('data', (chunk) => {
        shown += chunk;
        const [next] = keys;
        if (next === undefined || !shown.includes(next[0])) return;
        shown = '';
        keys.shift();
        setTimeout(() => child.stdin.write(next[1]), 100);
      });
      return finish(child);
    },
  };
}

export function finish(child: ChildProcess & { stdout: Readable; stderr: Readable }): Promise<Result> {
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((done) => child.on('close', (code: number | null) => done({ code, out, err })));
}
