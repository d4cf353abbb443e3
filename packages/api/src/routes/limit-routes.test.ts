import type { JsonObject } from '@weftwork/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRunningApi, type RunningApi } from '../testing/create-running-api';
import { startOutput } from '../testing/create-test-api';

const asking: JsonObject = {
  ...startOutput('asking'),
  nodes: [
    { id: 'start', type: 'start', name: 'Start', config: {} },
    { id: 'ask', type: 'human_input', name: 'Ask', config: { mode: 'approval', message: 'Shall it?' } },
    { id: 'output', type: 'output', name: 'Output', config: { value: {} } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'ask' },
    { id: 'e2', source: 'ask', sourceHandle: 'approved', target: 'output' },
  ],
};

let api: RunningApi;
beforeAll(async () => {
  api = await createRunningApi();
  await api.deploy({ ...startOutput('a'), id: 'a' });
});
afterAll(() => api.close());

it('sets, shows and removes limits of the workspace and of a workflow, without touching its hash', async () => {
  const before = (await api.call('GET /workflows/a')).body.published;
  expect((await api.call('GET /limits')).body).toEqual({ maxRunning: null, workflows: [], open: [] });
  expect((await api.call('PUT /limits', { maxRunning: 20 })).body.maxRunning).toBe(20);
  const set = await api.call('PUT /workflows/a/limits', { maxRunning: 2 });
  expect([set.status, set.body]).toEqual([200, { workflowId: 'a', maxRunning: 2 }]);
  const both = { maxRunning: 20, workflows: [{ workflowId: 'a', maxRunning: 2 }], open: [] };
  expect((await api.call('GET /limits')).body).toEqual(both);
  const run = await api.call('POST /runs?wait=5', { workflowId: 'a', input: { text: 'hi' }, priority: 7 });
  expect([run.status, run.body.status]).toEqual([200, 'completed']);
  await api.call('PUT /limits', { maxRunning: null });
  await api.call('PUT /workflows/a/limits', { maxRunning: null });
  expect((await api.call('GET /limits')).body).toEqual({ maxRunning: null, workflows: [], open: [] });
  expect((await api.call('GET /workflows/a')).body.published).toEqual(before);
});

it('counts the runs that have not ended by workflow', async () => {
  await api.deploy(asking);
  await api.call('POST /runs?wait=5', { workflowId: 'asking' });
  await api.call('POST /runs?wait=5', { workflowId: 'asking' });
  const open = [{ workflowId: 'asking', running: 0, queued: 0, waiting: 2 }];
  expect((await api.call('GET /limits')).body.open).toEqual(open);
});

it.each([
  ['no limit at all', 'PUT /limits', {}, 422],
  ['a limit of nothing', 'PUT /limits', { maxRunning: 0 }, 422],
  ['half a run', 'PUT /workflows/a/limits', { maxRunning: 1.5 }, 422],
  ['an unknown workflow', 'PUT /workflows/nobody/limits', { maxRunning: 1 }, 404],
  ['a priority beyond all', 'POST /runs', { workflowId: 'a', priority: 101 }, 422],
  ['a priority between two', 'POST /runs', { workflowId: 'a', priority: 0.5 }, 422],
] as const)('refuses %s', async (_, request, body, status) => {
  expect((await api.call(request, body)).status).toBe(status);
});
