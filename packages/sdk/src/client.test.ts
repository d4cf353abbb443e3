import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { EventEnvelope, JsonObject } from '@weftwork/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRunningApi, type RunningApi } from '../../api/src/testing/create-running-api';
import { TOKEN } from '../../api/src/testing/create-test-api';
import { createClient, type WeftworkClient } from './client';
import { WeftworkError } from './request';

let api: RunningApi;
let proxy: Server;
/** Connections through the proxy, which a test can cut. */
const open = new Set<Socket>();
let direct: WeftworkClient;
let shaky: WeftworkClient;

beforeAll(async () => {
  api = await createRunningApi();
  const baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = new URL(baseUrl);
  proxy = createServer((socket) => {
    const through = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [
      [socket, through],
      [through, socket],
    ] as const) {
      one.on('error', () => {}).on('close', () => other.destroy());
      one.pipe(other);
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  direct = createClient({ baseUrl, token: TOKEN });
  shaky = createClient({
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    token: TOKEN,
  });
  await direct.createWorkflow(formChain);
  await direct.publishWorkflow('chain');
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  proxy.close();
  await api.close();
});

function form(id: string): JsonObject {
  return { id, type: 'human_input', name: id, config: { mode: 'form', message: id } };
}

/** Four forms in a row: a run that moves only when it is told to. */
const formChain: JsonObject = {
  id: 'chain',
  name: 'Chain',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', config: {} },
    ...['h1', 'h2', 'h3', 'h4'].map(form),
    { id: 'output', type: 'output', name: 'Output', config: { value: { last: '{{ nodes.h4.data.n }}' } } },
  ],
  edges: [
    { id: 'e0', source: 'start', target: 'h1' },
    ...['h2', 'h3', 'h4', 'output'].map((target, index) => ({
      id: `e${index + 1}`,
      source: `h${index + 1}`,
      sourceHandle: 'answered',
      target,
    })),
  ],
};

describe('following a run', () => {
  it('B39 gives each event once and in order, although the connection is lost three times', async () => {
    const run = await shaky.startRun({ workflowId: 'chain' }, { wait: 5 });
    const seen: EventEnvelope[] = [];
    const connections: boolean[] = [];
    let cuts = 0;
    for await (const event of shaky.events(run.id, { onConnection: (up) => connections.push(up) })) {
      seen.push(event);
      if (event.type !== 'gate.opened') continue;
      if (cuts < 3) {
        cuts += 1;
        for (const socket of open) socket.destroy();
      }
      await direct.answerStep(run.id, String(event.data.stepId), { n: cuts });
    }
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.at(-1)).toMatchObject({ type: 'run.completed', data: { output: { last: 3 } } });
    expect(cuts).toBe(3);
    expect(connections.filter((up) => !up).length).toBeGreaterThanOrEqual(1);
    expect((await direct.getRun(run.id)).lastSeq).toBe(seen.length);
  });

  it('begins after what was read, and ends at once when nothing comes any more', async () => {
    const run = await direct.startRun({ workflowId: 'chain' }, { wait: 5 });
    await direct.cancelRun(run.id);
    const tail: EventEnvelope[] = [];
    for await (const event of direct.events(run.id, { after: run.lastSeq })) tail.push(event);
    expect(tail[0]?.seq).toBe(run.lastSeq + 1);
    expect(tail.at(-1)?.type).toBe('run.cancelled');
    for await (const event of direct.events(run.id, { after: tail.at(-1)!.seq }))
      expect.unreachable(event.type);
  });

  it('says EVENT_GAP for a number the run does not have', async () => {
    const run = await direct.startRun({ workflowId: 'chain' }, { wait: 5 });
    const follow = direct.events(run.id, { after: 999 }).next();
    await expect(follow).rejects.toMatchObject({
      code: 'EVENT_GAP',
      extra: { earliest: 1, latest: run.lastSeq },
    });
  });

  it('stops when it is told to', async () => {
    const run = await direct.startRun({ workflowId: 'chain' }, { wait: 5 });
    const stop = new AbortController();
    const seen: number[] = [];
    for await (const event of direct.events(run.id, { signal: stop.signal })) {
      seen.push(event.seq);
      if (event.seq === run.lastSeq) stop.abort();
    }
    expect(seen.at(-1)).toBe(run.lastSeq);
  });

  it('refuses to wait for what does not exist', async () => {
    await expect(direct.events('none').next()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('errors', () => {
  it('carry code, violations and further members', async () => {
    const { revision } = await direct.createWorkflow({ ...formChain, id: 'errors' });
    await direct.saveDraft('errors', revision, formChain).catch((error: WeftworkError) => {
      expect(error).toMatchObject({ status: 422, code: 'GRAPH_ID_MISMATCH', errors: [{ path: '/id' }] });
    });
    await direct.saveDraft('errors', revision, { ...formChain, id: 'errors' });
    await expect(direct.saveDraft('errors', revision, { ...formChain, id: 'errors' })).rejects.toMatchObject({
      status: 409,
      code: 'REVISION_CONFLICT',
      extra: { yourRevision: 1, currentRevision: 2 },
    });
  });

  it('tell nobody from somebody else', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:1' });
    await expect(nobody.health()).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' });
    const answer = new Response('<h1>Bad gateway</h1>', { status: 502 });
    const stranger = createClient({ fetch: async () => answer });
    await expect(stranger.health()).rejects.toMatchObject({ status: 502, code: 'HTTP_502' });
    expect(new WeftworkError(0, 'X', 'm')).toBeInstanceOf(Error);
  });
});

it('knows every route of definitions', async () => {
  const copy = await direct.duplicateWorkflow('chain', 'Copy');
  expect((await direct.validateWorkflow(copy.id)).issues).toEqual(expect.any(Array));
  const { version } = await direct.publishWorkflow(copy.id);
  expect((await direct.listVersions(copy.id)).items).toHaveLength(1);
  expect((await direct.getVersion(copy.id, version)).graph.id).toBe(copy.id);
  await direct.restoreVersion(copy.id, version, 1);
  const file = await direct.exportWorkflow(copy.id);
  const { workflows } = await direct.importWorkflows(JSON.stringify(file));
  expect(workflows[0]!.id).not.toBe(copy.id);
  await direct.archiveWorkflow(copy.id);
  const ids = (await direct.listWorkflows({ limit: 100 })).items.map(({ id }) => id);
  expect(ids).toContain(workflows[0]!.id);
  expect(ids).not.toContain(copy.id);
});
