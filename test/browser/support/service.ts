import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ENTRY = resolve(import.meta.dirname, '../../../apps/server/dist/main.mjs');
const START_MS = 60_000;
const STOP_MS = 15_000;

/** The built product as a process of its own, with an embedded database in a temporary home. */
export interface BuiltService {
  readonly url: string;
  readonly token: string;
  /** Signs its opener in, once. */
  readonly signInLink: string;
  /** A call of the API as the owner; throws with the answer's text unless it is a success. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startBuiltService(env: Record<string, string> = {}): Promise<BuiltService> {
  const home = await mkdtemp(join(tmpdir(), 'weftwork-browser-'));
  const child = spawn(process.execPath, [ENTRY, '--port', '0', '--home', home, '--no-open'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await end(child);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const signInLink = await readSignInLink(child);
    const url = new URL(signInLink).origin;
    const token = (await readFile(join(home, 'token'), 'utf8')).trim();
    return { url, token, signInLink, stop, call: caller(url, token) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The link is the last thing the service prints when it is ready. */
function readSignInLink(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let printed = '';
    const giveUp = (why: string) => fail(new Error(`The service ${why}. It printed:\n${printed}`));
    const timer = setTimeout(() => giveUp(`was not ready within ${START_MS} ms`), START_MS);
    const read = (chunk: Buffer) => {
      printed += chunk;
      const link = /http:\S+\/sign-in\?token=\S+/.exec(printed)?.[0];
      if (link === undefined) return;
      clearTimeout(timer);
      done(link);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      giveUp(`ended with code ${code}`);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

function caller(url: string, token: string): BuiltService['call'] {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}
