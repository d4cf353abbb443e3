import { beforeAll, expect, it } from 'vitest';
import { openApiDocument } from './openapi';
import { createTestApi, startOutput, type TestApi, TOKEN } from './testing/create-test-api';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});

const send = (
  url: string,
  payload: string | Buffer,
  type = 'application/json',
  method: 'POST' | 'PUT' = 'POST',
) =>
  api.raw({
    method,
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': type },
    payload,
  });

it.each([
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'nonsense',
])('SEC06 refuses a body of type %s', async (type) => {
  const answer = await send('/workflows/import', '{"content":"{}"}', type);
  expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

it('SEC06 never takes a named path for an upload', async () => {
  const answer = await send('/workflows/import', '{"files":[{"filepath":"/etc/passwd"}]}');
  expect([answer.status, answer.body.code]).toEqual([422, 'UNKNOWN_FIELD']);
});

it('refuses a body over 10 MiB and takes one below', async () => {
  const graph = JSON.stringify({
    graph: { ...startOutput(), description: 'x'.repeat(10 * 1024 * 1024 - 2000) },
  });
  expect((await send('/workflows', graph)).status).toBe(201);
  const answer = await send('/workflows', graph + ' '.repeat(3000));
  expect([answer.status, answer.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
});

it.each<[string | Buffer, number, string, string | undefined]>([
  ['{', 400, 'INVALID_JSON', undefined],
  ['{"workflowId":"a","workflowId":"b"}', 400, 'INVALID_JSON', '/workflowId'],
  ['{"input":{"a":[1,{"x":1,"\\u0078":2}]}}', 400, 'INVALID_JSON', '/input/a/1/x'],
  ['{"input":{"__proto__":{"polluted":1}}}', 422, 'INVALID_FIELD', '/input/__proto__'],
  ['{"input":{"\\u005f_proto__":1}}', 422, 'INVALID_FIELD', '/input/__proto__'],
  [`{"input":${'['.repeat(600)}${']'.repeat(600)}}`, 400, 'INVALID_JSON', ''],
  ['{"input":{"id":9007199254740993}}', 422, 'INVALID_FIELD', '/input/id'],
  [Buffer.from('{"input":{"name":"caf\xe9"}}', 'latin1'), 400, 'INVALID_JSON', '/input/name'],
  ['[]', 422, 'INVALID_FIELD', ''],
  ['null', 422, 'INVALID_FIELD', ''],
])('SEC21 refuses the body %s', async (payload, status, code, path) => {
  const answer = await send('/runs', payload);
  expect([answer.status, answer.body.code, answer.body.errors[0]?.path]).toEqual([status, code, path]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it('SEC21 keeps odd keys as plain data', async () => {
  await api.publish('a');
  const input = { constructor: { prototype: { polluted: 1 } }, 'a.b.c': 1, toString: 2, 'x"y\\': 3 };
  const { status, body } = await api.call('POST /runs?wait=1', { workflowId: 'a', input });
  expect([status, body.output]).toEqual([200, input]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it('points at what is wrong inside a graph by its place in the graph', async () => {
  const answer = await send('/workflows', '{"graph":{"nodes":[{"id":"a","__proto__":1}],"edges":[]}}');
  expect(answer.body.errors[0]).toMatchObject({ code: 'FORBIDDEN_KEY', path: '/nodes/0/__proto__' });
  const rounded = await send(
    '/workflows',
    '{"graph":{"nodes":[{"id":"a","n":9007199254740993}],"edges":[]}}',
  );
  expect(rounded.body.errors[0]).toMatchObject({ code: 'NUMBER_NOT_EXACT', path: '/nodes/0/n' });
});

it.each([
  ['GET', '/nowhere', 404, 'NOT_FOUND', undefined],
  ['DELETE', '/runs', 405, 'METHOD_NOT_ALLOWED', 'POST, GET'],
  ['POST', '/runs/x', 405, 'METHOD_NOT_ALLOWED', 'GET'],
] as const)('answers %s %s with %i', async (method, path, status, code, allow) => {
  const answer = await api.raw({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect([answer.status, answer.body.code, answer.headers.allow]).toEqual([status, code, allow]);
});

it('tells its health and describes itself to everybody', async () => {
  const health = await api.raw({ method: 'GET', url: '/api/v1/health' });
  expect(health.body).toEqual({ status: 'ok', storage: 'memory', queue: 'local', version: '0.0.0' });
  const described = await api.raw({ method: 'GET', url: '/api/v1/openapi.json' });
  expect(described.status).toBe(200);
  expect(described.body).toEqual(JSON.parse(JSON.stringify(openApiDocument('0.0.0'))));
});

it('tells which skills, connections and providers a node may name', async () => {
  const { status, body } = await api.call('GET /node-options');
  expect([status, body]).toEqual([
    200,
    {
      skills: [{ name: 'text.statistics', description: 'Counts words.' }],
      connections: ['demo'],
      providers: [{ name: 'demo', label: 'Demo' }],
    },
  ]);
  const stranger = await api.raw({ method: 'GET', url: '/api/v1/node-options' });
  expect([stranger.status, stranger.body.code]).toEqual([401, 'UNAUTHENTICATED']);
});

it('describes every route with parameters, body and answers', () => {
  const { paths, openapi } = openApiDocument('1') as {
    openapi: string;
    paths: Record<string, Record<string, object>>;
  };
  expect(openapi).toBe('3.1.0');
  expect(paths['/runs']?.post).toMatchObject({
    operationId: 'startRun',
    requestBody: { required: true },
    responses: {
      200: {},
      202: { content: { 'application/json': { schema: { $ref: '#/components/schemas/RunSummary' } } } },
    },
  });
  expect(paths['/workflows/{id}/draft']?.put).toMatchObject({
    parameters: [
      { name: 'id', in: 'path' },
      { name: 'If-Match', in: 'header' },
    ],
  });
});

it('shows nothing of what went wrong inside', async () => {
  api.store.reader.getRunWithLog = async () => {
    throw new Error('password=hunter2');
  };
  const answer = await api.call('GET /runs/x');
  expect([answer.status, answer.body.code]).toEqual([500, 'INTERNAL']);
  expect(JSON.stringify(answer.body)).not.toContain('hunter2');
});
