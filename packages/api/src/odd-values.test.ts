import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPostgresStore } from '@weftwork/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres';
import { createRunningApi, type RunningApi } from './testing/create-running-api';

/*
 * Values that JSON can hold and something behind cannot: a text column has no U+0000, a stack has an end.
 */
describe('values that cannot be stored', () => {
  let api: RunningApi;
  let database: TestDatabase;
  let store: ReturnType<typeof createPostgresStore>;
  let target: Server;
  let url: string;

  beforeAll(async () => {
    target = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('['.repeat(5_000) + ']'.repeat(5_000));
    });
    await new Promise<void>((listening) => target.listen(0, '127.0.0.1', listening));
    const { port } = target.address() as AddressInfo;
    url = `http://127.0.0.1:${port}/`;
    database = await createTestDatabase();
    store = createPostgresStore({ connectionString: database.url });
    api = await createRunningApi({ store, httpAllow: [`127.0.0.1:${port}`] });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
    await database.drop();
    target.close();
  });

  it('are an issue of a draft, not a failure of the service', async () => {
    const graph = { name: 'a\0b', nodes: [], edges: [] };
    const { status, body } = await api.call('POST /workflows', { graph });
    expect(status).toBe(201);
    expect(body.issues).toContainEqual(expect.objectContaining({ code: 'NULL_CHARACTER', path: '/name' }));
    expect((await api.call(`POST /workflows/${body.id}/duplicate`, { name: 'a\0b' })).status).toBe(422);
    expect((await api.call(`GET /workflows/${body.id}`)).body.name).toBe('a\uFFFDb');
  });

  it('find nothing where an id is meant', async () => {
    expect((await api.call('GET /runs?workflowId=%00')).body).toEqual({ items: [], nextCursor: null });
    expect((await api.call('GET /runs?parentRunId=%00')).body).toEqual({ items: [], nextCursor: null });
    expect((await api.call('GET /gates?runId=%00')).body.items).toEqual([]);
    expect((await api.call('POST /runs', { workflowId: '\0' })).status).toBe(404);
  });

  it('fail the node whose result is nested too deeply', async () => {
    const graph = {
      id: 'deep',
      name: 'deep',
      nodes: [
        { id: 'start', type: 'start', name: 'start', config: {} },
        { id: 'get', type: 'http', name: 'get', config: { method: 'GET', url } },
        { id: 'end', type: 'output', name: 'end', config: { value: {} } },
      ],
      edges: [
        { id: 'a', source: 'start', target: 'get' },
        { id: 'b', source: 'get', target: 'end' },
      ],
    };
    await api.call('POST /workflows', { graph });
    const { body } = await api.call('POST /runs?wait=20', { workflowId: 'deep', version: 'draft' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'VALUE_TOO_LARGE', nodeId: 'get' } });
  });
});
