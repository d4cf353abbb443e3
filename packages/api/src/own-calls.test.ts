import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRunningApi, type RunningApi } from './testing/create-running-api';
import { TOKEN } from './testing/create-test-api';

let api: RunningApi;
let runsUrl: string;
beforeAll(async () => {
  api = await createRunningApi({ httpAllow: ['127.0.0.1'] });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  runsUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/api/v1/runs`;
});
afterAll(() => api.close());

it('a workflow that starts itself through the API stops at the depth limit, with the reason', async () => {
  const call = {
    method: 'POST',
    url: runsUrl,
    headers: { authorization: `Bearer ${TOKEN}` },
    body: { type: 'json', value: { workflowId: 'itself' } },
    expect: 'any',
  };
  await api.deploy({
    id: 'itself',
    name: 'Itself',
    nodes: [
      { id: 'start', type: 'start', name: 'Start', config: {} },
      { id: 'again', type: 'http', name: 'Again', config: call },
      {
        id: 'output',
        type: 'output',
        name: 'Output',
        config: {
          value: {
            code: '{{ nodes.again.data.body.code ?? null }}',
            status: '{{ nodes.again.data.status }}',
          },
        },
      },
    ],
    edges: [
      { id: 'a', source: 'start', target: 'again' },
      { id: 'b', source: 'again', target: 'output' },
    ],
  });
  await api.call('POST /runs', { workflowId: 'itself' });
  const runs = async () => (await api.call('GET /runs?workflowId=itself&limit=50')).body.items;
  await expect
    .poll(
      async () => {
        const items = await runs();
        return items.length > 10 && items.every(({ status }: { status: string }) => status === 'completed');
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  const [{ id: deepest }] = await runs();
  expect(await runs()).toHaveLength(11);
  expect((await api.call(`GET /runs/${deepest}`)).body.output).toEqual({
    code: 'SUBWORKFLOW_DEPTH',
    status: 422,
  });
});

it('a caller that is too deep is refused', async () => {
  const answer = await api.call('POST /runs', { workflowId: 'itself' }, { 'weftwork-depth': '10' });
  expect([answer.status, answer.body.code]).toEqual([422, 'SUBWORKFLOW_DEPTH']);
});
