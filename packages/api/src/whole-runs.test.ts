import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@weftwork/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRunningApi, type RunningApi } from './testing/create-running-api';
import { TOKEN } from './testing/create-test-api';

/*
 * Runs from start to end over HTTP, with the real runtime behind.
 */

let api: RunningApi;
let target: Server;
let hits = 0;
let targetUrl: string;

beforeAll(async () => {
  target = createServer((_request, response) => {
    hits += 1;
    response.end('x');
  });
  await new Promise<void>((listening) => target.listen(0, '127.0.0.1', listening));
  const { port } = target.address() as AddressInfo;
  targetUrl = `http://127.0.0.1:${port}/`;
  api = await createRunningApi({ httpAllow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  await api.close();
  target.close();
});

/** `start`, the given nodes and `output` in a row. */
function chain(id: string, middle: JsonObject[], value: JsonObject, rest: JsonObject = {}): JsonObject {
  const nodes: JsonObject[] = [
    { id: 'start', type: 'start', name: 'Start', config: {} },
    ...middle,
    { id: 'output', type: 'output', name: 'Output', config: { value } },
  ];
  const edges = nodes.slice(1).map((node, index) => {
    return { id: `e${index}`, source: nodes[index]!.id!, target: node.id! };
  });
  return { id, name: id, nodes, edges, ...rest };
}

it('fills in the defaults of the input and shows what was stored, at once and later', async () => {
  const inputSchema = { type: 'object', properties: { n: { type: 'integer', default: 3 } }, required: ['n'] };
  await api.deploy(chain('defaults', [], { n: '{{ inputs.n }}' }, { inputSchema }));
  const { status, body } = await api.call('POST /runs?wait=5', { workflowId: 'defaults', input: {} });
  expect([status, body.input, body.output]).toEqual([200, { n: 3 }, { n: 3 }]);
  const { body: read } = await api.call(`GET /runs/${body.id}`);
  expect(read).toMatchObject(body);
  expect(read.nodeRuns.map(({ nodeId, status }: JsonObject) => [nodeId, status])).toEqual([
    ['start', 'completed'],
    ['output', 'completed'],
  ]);
  const wrong = await api.call('POST /runs', { workflowId: 'defaults', input: { n: 'x' } });
  expect([wrong.status, wrong.body.code, wrong.body.errors[0].path]).toEqual([
    422,
    'INVALID_INPUT',
    '/input/n',
  ]);
});

it('answers 409 to run an archived workflow again, and keeps its runs readable', async () => {
  await api.deploy(chain('gone', [], {}));
  const { body: run } = await api.call('POST /runs?wait=5', { workflowId: 'gone', input: {} });
  expect((await api.call('POST /runs?wait=5', { fromRun: run.id })).status).toBe(200);
  await api.call('DELETE /workflows/gone');
  expect((await api.call('POST /runs', { fromRun: run.id })).body.code).toBe('ARCHIVED');
  expect((await api.call('POST /runs', { workflowId: 'gone', input: {} })).body.code).toBe('ARCHIVED');
  expect((await api.call(`GET /runs/${run.id}`)).body.status).toBe('completed');
});

it('G-20 J-13 J-17 lists a file that a run made, by name and SHA-256, and gives its bytes', async () => {
  const sections = [{ title: '茶', body: '绿茶' }];
  const input = { title: '专题报告', sections, fileName: '专题报告' };
  const report = {
    id: 'report',
    type: 'skill',
    name: 'Report',
    config: { skill: 'text.render_markdown_report', input },
  };
  await api.deploy(chain('report', [report], { done: true }));
  const { body: run } = await api.call('POST /runs?wait=10', { workflowId: 'report', input: {} });
  const { body } = await api.call(`GET /runs/${run.id}`);
  expect(body.artifacts).toEqual([
    {
      artifactId: expect.any(String),
      name: '专题报告.md',
      mimeType: expect.stringMatching(/^text\/markdown/),
      path: '/mnt/data/专题报告.md',
      nodeId: 'report',
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  const [artifact] = body.artifacts;
  const file = await api.app.inject({
    url: `/api/v1/artifacts/${artifact.artifactId}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(file.rawPayload.toString()).toContain('绿茶');
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(artifact.sha256);
  expect(body.nodeRuns.find(({ nodeId }: JsonObject) => nodeId === 'report')).toMatchObject({
    status: 'completed',
    input: { skill: 'text.render_markdown_report' },
    output: expect.any(Object),
    artifacts: [expect.objectContaining({ artifactId: artifact.artifactId })],
  });
});

it('G-21 shows a large value as a preview with a reference to the whole', async () => {
  const big = {
    id: 'big',
    type: 'transform',
    name: 'Big',
    config: { value: { text: '{{ inputs.text }}', n: 1 } },
  };
  await api.deploy(chain('large', [big], { size: '{{ length(nodes.big.data.text) }}' }));
  const text = 'x'.repeat(100_000);
  const { body: run } = await api.call('POST /runs?wait=10', { workflowId: 'large', input: { text } });
  expect(run.output).toEqual({ size: 100_000 });
  const { body } = await api.call(`GET /runs/${run.id}`);
  const node = body.nodeRuns.find(({ nodeId }: JsonObject) => nodeId === 'big');
  expect(node.output.n).toBe(1);
  expect(JSON.stringify(node.output).length).toBeLessThan(64 * 1024);
  const whole = await api.app.inject({
    url: `/api/v1/artifacts/${node.spilled.text.artifactId}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(whole.json()).toBe(text);
  // What was only too large is no file somebody made.
  expect(body.artifacts).toEqual([]);
});

it('shows a failure that was continued as completed, with a warning', async () => {
  const call = {
    id: 'call',
    type: 'http',
    name: 'Call',
    config: { method: 'GET', url: 'http://10.0.0.1/' },
    onError: 'continue',
  };
  await api.deploy(chain('continued', [call], { data: '{{ nodes.call.data }}' }));
  const { body: run } = await api.call('POST /runs?wait=10', { workflowId: 'continued', input: {} });
  expect([run.status, run.output]).toEqual(['completed', { data: null }]);
  expect(run.warnings).toEqual([expect.objectContaining({ code: 'HTTP_ADDRESS_REFUSED', nodeId: 'call' })]);
  const { body } = await api.call(`GET /runs/${run.id}`);
  const node = body.nodeRuns.find(({ nodeId }: JsonObject) => nodeId === 'call');
  expect(node).toMatchObject({ status: 'completed', warnings: [{ code: 'HTTP_ADDRESS_REFUSED' }] });
});

it('shows children by their parent', async () => {
  await api.deploy(chain('child', [], { x: '{{ inputs.x }}' }));
  const call = {
    id: 'call',
    type: 'subworkflow',
    name: 'Call',
    config: { workflowId: 'child', input: { x: 1 } },
  };
  await api.deploy(chain('parent', [call], { y: '{{ nodes.call.data.x }}' }));
  const { body: run } = await api.call('POST /runs?wait=10', { workflowId: 'parent', input: {} });
  expect(run.output).toEqual({ y: 1 });
  const { body: children } = await api.call(`GET /runs?parentRunId=${run.id}`);
  expect(children.items).toEqual([expect.objectContaining({ workflowId: 'child', parentRunId: run.id })]);
  const { body } = await api.call(`GET /runs/${run.id}`);
  const node = body.nodeRuns.find(({ nodeId }: JsonObject) => nodeId === 'call');
  expect(node.childRunId).toBe(children.items[0].id);
});

it('answers one run to many requests with the same key at once', async () => {
  await api.deploy(chain('keyed', [], {}));
  const start = () =>
    api.call('POST /runs?wait=5', { workflowId: 'keyed', input: {} }, { 'idempotency-key': 'once' });
  const answers = await Promise.all(Array.from({ length: 10 }, start));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    answers.map(() => [200, 'completed']),
  );
});

it('answers the run of a key also when the draft has changed since and would be refused', async () => {
  const graph = chain('lost-answer', [], {});
  await api.deploy(graph);
  const { body: stored } = await api.call('GET /workflows/lost-answer');
  const expected = { 'if-match': String(stored.draft.revision) };
  const start = (key: string, input: JsonObject = {}) =>
    api.call(
      'POST /runs?wait=5',
      { workflowId: 'lost-answer', version: 'draft', input },
      { ...expected, 'idempotency-key': key },
    );
  const first = await start('lost');
  await api.call('PUT /workflows/lost-answer/draft', { graph: { ...graph, edges: [] } }, expected);
  const again = await start('lost');
  expect([again.status, again.body.id, again.body.status]).toEqual([200, first.body.id, 'completed']);
  expect(again.headers['idempotency-replayed']).toBe('true');
  const other = await start('lost', { x: 1 });
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  const late = await start('unused');
  expect([late.status, late.body.code]).toEqual([409, 'REVISION_CONFLICT']);
});

it('SEC10 calls nothing when a graph is imported, opened, checked or published', async () => {
  const call = { id: 'call', type: 'http', name: 'Call', config: { method: 'GET', url: targetUrl } };
  const { body } = await api.call('POST /workflows/import', {
    content: { graph: chain('imported', [call], {}) },
  });
  const [{ id }] = body.workflows;
  for (const line of [`GET /workflows/${id}`, `GET /workflows/${id}/export`]) await api.call(line);
  for (const line of [`POST /workflows/${id}/validate`, `POST /workflows/${id}/publish`])
    await api.call(line);
  expect(hits).toBe(0);
  await api.call('POST /runs?wait=10', { workflowId: id, input: {} });
  expect(hits).toBe(1);
});
