import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readServiceFile } from './home-files';
import { repositoryRoot } from './repository';

// Whole processes with pages and a database: seconds alone, more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const program = join(repositoryRoot, 'apps/server/dist/main.mjs');
const TOKEN = 'a-token-of-these-tests';
const children: ChildProcess[] = [];
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'weftwork-main-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

afterAll(() => rm(home, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  output(): string;
  ended: Promise<unknown[]>;
}

function launch(...args: string[]): Started {
  const child = spawn(process.execPath, [program, '--port', '0', '--home', home, ...args], {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', WEFTWORK_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
  }
  return { child, output: () => text, ended: once(child, 'exit') };
}

async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
}

const postmasterPid = async () =>
  Number.parseInt(await readFile(join(home, 'postgres/postmaster.pid'), 'utf8'), 10);

it('prints a link that works, and ends with everything it started on Ctrl-C heard twice at once', async () => {
  const { child, output, ended } = launch();
  const link = await until(() => /http:\S+\/sign-in\?token=\S+/.exec(output())?.[0]);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(output()).toContain('Stopped.');
  expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false);
  expect(existsSync(join(home, 'service.json'))).toBe(false);
});

it('starts again after it was killed, on the PostgreSQL that went on', async () => {
  const first = launch();
  await until(() => readServiceFile(home));
  const pid = await postmasterPid();
  first.child.kill('SIGKILL');
  await first.ended;
  const second = launch();
  await until(async () => (await readServiceFile(home))?.pid === second.child.pid);
  expect(await postmasterPid()).toBe(pid);
  const { url } = (await readServiceFile(home))!;
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
});

it('ends tidily when it is asked to during its start', async () => {
  const { child, output, ended } = launch();
  await sleep(150);
  child.kill('SIGTERM');
  expect(await ended).toEqual(output().includes('Stopping') ? [0, null] : [null, 'SIGTERM']);
  expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false);
});

it('stops when its PostgreSQL ends, and says so', async () => {
  const { output, ended } = launch();
  await until(() => output().includes('ready at'));
  // The process of the sandbox stays, and is to be ended when no connection keeps the service alive any more.
  expect(await runCode()).toMatchObject({ status: 'completed', output: { n: 1 } });
  process.kill(await postmasterPid(), 'SIGINT');
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain('The service must stop.');
  expect(output()).toContain('Stopped.');
});

/** Runs a workflow of one `code` node. */
async function runCode(): Promise<unknown> {
  const { url } = (await readServiceFile(home))!;
  const call = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const source = 'function main() { return { n: 1 }; }';
  const graph = {
    schemaVersion: '1.0',
    name: 'Code',
    // A pattern is judged by a module that is loaded when first needed, which only the bundle shows to work.
    inputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a|b)+$' } } },
    nodes: [
      { id: 'start', type: 'start', name: 'Start', config: {} },
      { id: 'code', type: 'code', name: 'Code', config: { language: 'javascript', source, input: {} } },
      { id: 'end', type: 'output', name: 'End', config: { value: { n: '{{ nodes.code.data.n }}' } } },
    ],
    edges: [
      { id: 'a', source: 'start', target: 'code' },
      { id: 'b', source: 'code', target: 'end' },
    ],
  };
  const { id } = await call('/workflows', { graph });
  return call('/runs?wait=20', { workflowId: id, version: 'draft' });
}

it.each([
  [['--port', 'many'], '--port must be a number'],
  [['--sideways'], '--sideways'],
])('explains %j and ends with 1', async (args, word) => {
  const { output, ended } = launch(...args);
  expect(await ended).toEqual([1, null]);
  expect(output()).toContain(word);
  expect(output()).not.toContain('    at ');
});
