import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventEnvelope } from '@weftwork/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBundle } from '../scripts/lib/build-targets.mjs';
import { drawGraph } from './support/draw-graph';

/*
 * Kills the real service at its named crash points, starts it again on the same home, and asks the log and an
 * independent sink what happened: nothing lost, nothing done twice in silence.
 */

const BUNDLE = 'node_modules/.cache/weftwork/crash/crashing-service.mjs';

interface Running {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
}

let sink: Server;
let sinkUrl: string;
const calls = new Map<string, number>();
let home: string;

beforeAll(async () => {
  await buildBundle('test/support/crashing-service.ts', BUNDLE);
  home = await mkdtemp(join(tmpdir(), 'weftwork-crash-'));
  sink = createServer((request, response) => {
    const key = request.url ?? '';
    calls.set(key, (calls.get(key) ?? 0) + 1);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
  sinkUrl = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
});

afterAll(async () => {
  sink.close();
  await rm(home, { recursive: true, force: true });
});

async function start(crashAt: string): Promise<Running> {
  const child = spawn(process.execPath, [BUNDLE], {
    env: { PATH: process.env.PATH, CRASH_HOME: home, CRASH_AT: crashAt, WEFTWORK_HTTP_ALLOW: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout!) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  child.stdout!.resume();
  return { ...(JSON.parse(text) as { url: string; token: string }), process: child };
}

async function stop({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function api<T>({ url, token }: Running, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

const crashes = [
  'before-commit:2',
  'after-commit:2',
  'before-effect:1',
  'before-effect:2',
  'after-effect:1',
  'after-effect:2',
  'before-commit:4',
  'after-answer-commit:1',
];

function graphOf(id: string) {
  const call = (step: string, method: string) => ({
    type: 'http' as const,
    config: { method, url: `${sinkUrl}/${id}/${step}`, expect: 'any' },
  });
  return {
    ...drawGraph('start>read read>write write>ask ask.approved>last last>output', {
      read: call('read', 'GET'),
      write: call('write', 'POST'),
      ask: { type: 'human_input', config: { mode: 'approval', message: '?' } },
      last: call('last', 'GET'),
      output: { config: { value: { status: '{{ nodes.last.data.status }}' } } },
    }),
    id,
  };
}

interface RunDetail {
  readonly id: string;
  readonly status: string;
  readonly output?: unknown;
  readonly lastSeq: number;
  readonly gates: readonly { stepId: string; status: string }[];
  readonly nodeRuns: readonly { id: string; nodeId: string; status: string }[];
}

/** Answers what waits, until the run is terminal. */
async function finish(service: Running, runId: string): Promise<RunDetail> {
  for (let turn = 0; turn < 400; turn += 1) {
    const run = await api<RunDetail>(service, `/runs/${runId}`);
    if (['completed', 'failed', 'cancelled'].includes(run.status)) return run;
    for (const step of run.nodeRuns.filter((each) => each.status === 'unknown')) {
      const body = JSON.stringify({ outcome: 'done', data: { status: 200 } });
      await api(service, `/runs/${runId}/steps/${encodeURIComponent(step.id)}/settle`, {
        method: 'POST',
        body,
      });
    }
    if (run.gates.some((gate) => gate.status === 'open')) {
      await api(service, `/runs/${runId}/approve`, { method: 'POST', body: '{}' });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Run ${runId} does not end`);
}

it.each(crashes)(
  'a service killed at %s continues its run and repeats no call in silence',
  async (crashAt) => {
    const id = `crash-${crashAt.replace(':', '-')}`;
    const first = await start(crashAt);
    const died = once(first.process, 'exit');
    await api(first, '/workflows', { method: 'POST', body: JSON.stringify({ graph: graphOf(id) }) });
    await api(first, `/workflows/${id}/publish`, { method: 'POST', body: '{}' });
    const started = api<{ id: string }>(first, '/runs', {
      method: 'POST',
      body: JSON.stringify({ workflowId: id, input: {} }),
    }).catch(() => undefined);
    const admitted = await Promise.race([started, died.then(() => undefined)]);
    if (admitted) await Promise.race([finish(first, admitted.id).catch(() => {}), died]);
    await died;

    const second = await start('');
    const { items } = await api<{ items: { id: string }[] }>(second, `/runs?workflowId=${id}`);
    expect(items).toHaveLength(1);
    const run = await finish(second, items[0]!.id);
    expect(run).toMatchObject({ status: 'completed', output: { status: 200 } });

    const { items: events } = await eventsOf(second, run.id);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter((event) => /^run\.(completed|failed|cancelled)$/.test(event.type))).toHaveLength(1);
    const unknown = events.filter((event) => event.type === 'node.unknown').length;
    expect(calls.get(`/${id}/write`) ?? 0).toBeLessThanOrEqual(1);
    expect((calls.get(`/${id}/write`) ?? 0) + unknown).toBeGreaterThanOrEqual(1);
    await stop(second);
  },
  // Two starts of the whole service, the first with a new database.
  60_000,
);

it('a service killed between the end of a child and its report tells the parent after all', async () => {
  const first = await start('before-child-report:1');
  const died = once(first.process, 'exit');
  const child = {
    ...drawGraph('start>output', { output: { config: { value: { n: 42 } } } }),
    id: 'crash-child',
  };
  const parent = {
    ...drawGraph('start>sub sub>output', {
      sub: { type: 'subworkflow', config: { workflowId: 'crash-child', input: {} } },
      output: { config: { value: { n: '{{ nodes.sub.data.n }}' } } },
    }),
    id: 'crash-parent',
  };
  for (const graph of [child, parent]) {
    await api(first, '/workflows', { method: 'POST', body: JSON.stringify({ graph }) });
    await api(first, `/workflows/${graph.id}/publish`, { method: 'POST', body: '{}' });
  }
  const body = JSON.stringify({ workflowId: 'crash-parent', input: {} });
  await api(first, '/runs', { method: 'POST', body }).catch(() => {});
  await died;

  const second = await start('');
  const { items } = await api<{ items: { id: string }[] }>(second, '/runs?workflowId=crash-parent');
  expect(await finish(second, items[0]!.id)).toMatchObject({ status: 'completed', output: { n: 42 } });
  const children = await api<{ items: unknown[] }>(second, '/runs?workflowId=crash-child');
  expect(children.items).toHaveLength(1);
  await stop(second);
});

function eventsOf(service: Running, runId: string): Promise<{ items: EventEnvelope[] }> {
  const headers = { authorization: `Bearer ${service.token}`, accept: 'application/json' };
  return fetch(`${service.url}/api/v1/runs/${runId}/events?after=0&limit=1000`, { headers }).then(
    (answer) => answer.json() as Promise<{ items: EventEnvelope[] }>,
  );
}
