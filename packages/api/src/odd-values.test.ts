import { describe, expect, it } from 'vitest';
import { useApiWithTarget } from './testing/use-api-with-target';

/*
 * Values that JSON can hold and something behind cannot: a text column has no U+0000, a stack has an end.
 */
describe('values that cannot be stored', () => {
  const service = useApiWithTarget((_request, response) => {
    response.setHeader('content-type', 'application/json').end('['.repeat(5_000) + ']'.repeat(5_000));
  });

  it('are an issue of a draft, not a failure of the service', async () => {
    const graph = { name: 'a\0b', nodes: [], edges: [] };
    const { status, body } = await service.api.call('POST /workflows', { graph });
    expect(status).toBe(201);
    expect(body.issues).toContainEqual(expect.objectContaining({ code: 'NULL_CHARACTER', path: '/name' }));
    expect((await service.api.call(`POST /workflows/${body.id}/duplicate`, { name: 'a\0b' })).status).toBe(
      422,
    );
    expect((await service.api.call(`GET /workflows/${body.id}`)).body.name).toBe('a\uFFFDb');
  });

  it('find nothing where an id is meant', async () => {
    expect((await service.api.call('GET /runs?workflowId=%00')).body).toEqual({
      items: [],
      nextCursor: null,
    });
    expect((await service.api.call('GET /runs?parentRunId=%00')).body).toEqual({
      items: [],
      nextCursor: null,
    });
    expect((await service.api.call('GET /gates?runId=%00')).body.items).toEqual([]);
    expect((await service.api.call('POST /runs', { workflowId: '\0' })).status).toBe(404);
  });

  it('fail the node whose result is nested too deeply', async () => {
    const graph = {
      id: 'deep',
      name: 'deep',
      nodes: [
        { id: 'start', type: 'start', name: 'start', config: {} },
        { id: 'get', type: 'http', name: 'get', config: { method: 'GET', url: service.targetUrl } },
        { id: 'end', type: 'output', name: 'end', config: { value: {} } },
      ],
      edges: [
        { id: 'a', source: 'start', target: 'get' },
        { id: 'b', source: 'get', target: 'end' },
      ],
    };
    await service.api.call('POST /workflows', { graph });
    const { body } = await service.api.call('POST /runs?wait=20', { workflowId: 'deep', version: 'draft' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'VALUE_TOO_LARGE', nodeId: 'get' } });
  });
});
