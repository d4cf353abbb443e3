import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readServiceFile } from './home-files';
import { repositoryRoot } from './repository';
import { type Service, startService } from './service';
import { parseSettings, type ServerSettings } from './settings';

let home: string;
let service: Service;
const progress: string[] = [];

function settingsOf(env: Record<string, string> = {}): ServerSettings {
  const settings = parseSettings(['--port', '0', '--home', home, '--no-open'], env);
  if (settings === 'help') throw new Error('not asked for');
  return { ...settings, studio: false };
}

async function call(path: string, init: RequestInit & { token?: string } = {}): Promise<Response> {
  const { token = service.token, ...rest } = init;
  return fetch(`${service.url}/api/v1${path}`, {
    ...rest,
    headers: {
      authorization: `Bearer ${token}`,
      ...(rest.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(rest.headers as Record<string, string> | undefined),
    },
  });
}

async function runSample(): Promise<{ status: string; output: unknown }> {
  const answer = await call('/runs?wait=10', {
    method: 'POST',
    body: JSON.stringify({ workflowId: 'start_output', input: { name: '世界' } }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { status: string; output: unknown };
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'weftwork-service-'));
  service = await startService({ settings: settingsOf(), onProgress: (message) => progress.push(message) });
});

afterAll(async () => {
  await service?.stop({ graceMs: 0 });
  await rm(home, { recursive: true, force: true });
});

describe('a service in an empty folder', () => {
  it('is well, and says where it is to who may read the home', async () => {
    const health = await call('/health', { token: 'nobody' });
    expect(await health.json()).toMatchObject({
      status: 'ok',
      storage: 'embedded',
      version: expect.any(String),
    });
    expect(await readServiceFile(home)).toEqual({ url: service.url, pid: process.pid });
    for (const name of ['service.json', 'token', 'postgres.password']) {
      expect((await stat(join(home, name))).mode & 0o777, name).toBe(0o600);
    }
    expect((await readFile(join(home, 'token'), 'utf8')).trim()).toBe(service.token);
  });

  it('has loaded and published every sample workflow', async () => {
    const { items } = (await (await call('/workflows')).json()) as {
      items: { id: string; published?: unknown }[];
    };
    expect(items.map(({ id }) => id)).toContain('start_output');
    expect(items.filter(({ published }) => !published)).toEqual([]);
    expect(progress.at(-1)).toBe(`Loaded ${items.length} sample workflows`);
  });

  it('runs samples/start_output.json over HTTP', async () => {
    expect(await runSample()).toMatchObject({
      status: 'completed',
      output: { greeting: expect.stringContaining('世界') },
    });
  });

  it('lets in whom the token or a one-time link lets in, and nobody else', async () => {
    expect((await call('/runs', { token: 'wrong-wrong-wrong-wrong' })).status).toBe(401);
    const url = await service.createSignInUrl();
    const first = await fetch(url, { redirect: 'manual' });
    expect(first.status).toBe(303);
    const cookie = first.headers.get('set-cookie')!.split(';', 1)[0]!;
    const session = await fetch(`${service.url}/api/v1/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ role: 'admin' });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(401);
  });

  it('answers problems in one form outside the API as well', async () => {
    const answer = await fetch(`${service.url}/nowhere`, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['/nowhere', 404, 'NOT_FOUND'],
    ['/runs/x/cancel', 405, 'METHOD_NOT_ALLOWED'],
  ])('answers GET %s of the API with a problem, not with a page', async (path, status, code) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it('tells Prometheus what it did, and probes that it is ready', async () => {
    const scrape = async () => {
      const headers = { authorization: `Bearer ${service.token}` };
      return (await fetch(`${service.url}/metrics`, { headers })).text();
    };
    const ended = /^weftwork_run_duration_seconds_count\{status="completed"\} (\d+)$/m;
    const before = Number(ended.exec(await scrape())?.[1]);
    await runSample();
    const after = await scrape();
    expect(Number(ended.exec(after)?.[1])).toBe(before + 1);
    expect(after).toMatch(/^weftwork_commit_batch_runs_count [1-9]/m);
    expect(after).toMatch(/^weftwork_workers_alive 1$/m);
    expect(after).toMatch(/^nodejs_eventloop_lag_seconds /m);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
    expect(await (await call('/ready', { token: 'nobody' })).json()).toEqual({ status: 'ready' });
  });

  it('refuses a second service on the same home and goes on itself', async () => {
    const second = startService({ settings: settingsOf() });
    await expect(second).rejects.toMatchObject({
      code: 'HOME_IN_USE',
      message: expect.stringContaining(`process ${process.pid} on port ${new URL(service.url).port}`),
    });
    expect(await runSample()).toMatchObject({ status: 'completed' });
    expect(await readServiceFile(home)).toMatchObject({ url: service.url });
  });

  it('keeps everything over a stop and a start, and loads no sample twice', async () => {
    await service.stop({ graceMs: 0 });
    expect(existsSync(join(home, 'service.json'))).toBe(false);
    expect(existsSync(join(home, 'postgres/postmaster.pid'))).toBe(false);
    progress.length = 0;
    const { token } = service;
    service = await startService({ settings: settingsOf(), onProgress: (message) => progress.push(message) });
    expect(service.token).toBe(token);
    expect(progress).toEqual([]);
    const { items } = (await (await call('/runs')).json()) as { items: unknown[] };
    expect(items).toHaveLength(3);
  });

  it('names a port that is used by another program, and leaves nothing running', async () => {
    await service.stop({ graceMs: 0 });
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { port: number };
    const said: string[] = [];
    const settings = { ...settingsOf(), home: join(home, 'never-made'), port };
    await expect(
      startService({ settings, onProgress: (message) => said.push(message) }),
    ).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringContaining(`Port ${port}`),
    });
    expect(said, 'no database is made for a port that cannot be had').toEqual([]);
    expect(existsSync(join(settings.home, 'postgres'))).toBe(false);
    other.close();
  });
});

it('finds the repository from wherever it was bundled to', () => {
  expect(existsSync(join(repositoryRoot, 'samples/start_output.json'))).toBe(true);
});
