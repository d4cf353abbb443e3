import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, startOutput, type TestApi } from '../testing/create-test-api';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});

it('tells whether the draft says something else than what is published', async () => {
  const differs = async () => (await api.call('GET /workflows')).body.items[0].draftDiffers;
  const save = async (graph: object) => {
    const { revision } = (await api.call('GET /workflows/a')).body.draft;
    const saved = await api.call('PUT /workflows/a/draft', { graph }, { 'if-match': String(revision) });
    expect(saved.status).toBe(200);
  };
  await api.call('POST /workflows', { graph: startOutput('a') });
  expect(await differs()).toBeUndefined();
  await api.call('POST /workflows/a/publish');
  expect(await differs()).toBe(false);
  await save({ ...startOutput('a'), name: 'Another' });
  expect(await differs()).toBe(true);
  await save(startOutput('a'));
  expect(await differs()).toBe(false);
  await save({ nodes: [{ id: 'x' }], edges: [] });
  expect(await differs()).toBe(true);
});

describe('creating a workflow', () => {
  it('makes an id when the graph has none and answers revision and issues', async () => {
    const { status, body } = await api.call('POST /workflows', { graph: startOutput() });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.stringMatching(/^wf_[0-9a-z]{16}$/), revision: 1, issues: [] });
    const { body: workflow } = await api.call(`GET /workflows/${body.id}`);
    expect(workflow.draft.graph.id).toBe(body.id);
    expect(workflow).not.toHaveProperty('workspaceId');
  });

  it('keeps the id of the graph and refuses one that is taken', async () => {
    const { body } = await api.call('POST /workflows', { graph: startOutput('报告') });
    expect(body.id).toBe('报告');
    const again = await api.call('POST /workflows', { graph: startOutput('报告') });
    expect([again.status, again.body.code]).toEqual([409, 'WORKFLOW_ID_TAKEN']);
    expect((await api.call(`GET /workflows/${encodeURIComponent('报告')}`)).status).toBe(200);
  });

  it('writes defaults out in what it stores and keeps the layout beside the graph', async () => {
    const layout = { nodes: { start: { x: 1, y: 2 } } };
    await api.call('POST /workflows', { graph: startOutput('a'), layout });
    const { body } = await api.call('GET /workflows/a');
    expect(body.draft.graph.settings.maxSteps).toBe(200);
    expect(body.draft.layout).toEqual(layout);
  });

  it('places the nodes of a graph that comes without a layout', async () => {
    await api.call('POST /workflows', { graph: startOutput('a') });
    const { body } = await api.call('GET /workflows/a');
    expect(body.draft.layout.nodes.output.x).toBeGreaterThan(body.draft.layout.nodes.start.x);
  });

  it.each([
    ['no graph', {}, 'MISSING_FIELD', '/graph'],
    ['a graph that is a list', { graph: [] }, 'GRAPH_INVALID', ''],
    ['a graph that is null', { graph: null }, 'GRAPH_INVALID', ''],
    ['no nodes', { graph: { edges: [] } }, 'GRAPH_INVALID', '/nodes'],
    ['edges that are no list', { graph: { nodes: [], edges: {} } }, 'GRAPH_INVALID', '/edges'],
    ['a node without an id', { graph: { nodes: [{}], edges: [] } }, 'GRAPH_INVALID', '/nodes/0/id'],
    ['an edge that is text', { graph: { nodes: [], edges: ['a'] } }, 'GRAPH_INVALID', '/edges/0'],
    ['an id no address can hold', { graph: { id: 'a b', nodes: [], edges: [] } }, 'GRAPH_INVALID', '/id'],
    ['an unknown field', { graph: startOutput(), ownerId: 'me' }, 'UNKNOWN_FIELD', '/ownerId'],
    ['a layout that is text', { graph: startOutput(), layout: 'x' }, 'INVALID_FIELD', '/layout'],
  ])('refuses %s', async (_, sent, code, path) => {
    const { status, body } = await api.call('POST /workflows', sent);
    expect([status, body.code, body.errors[0].path]).toEqual([422, code, path]);
  });

  it('saves a draft that is wrong and tells what is wrong with paths into the graph', async () => {
    const graph = { nodes: [{ id: 'a', type: 'teleport', name: 'A', config: {} }], edges: [] };
    const { status, body } = await api.call('POST /workflows', { graph });
    expect(status).toBe(201);
    expect(body.issues).toContainEqual(
      expect.objectContaining({ code: 'UNKNOWN_NODE_TYPE', path: '/nodes/0/type' }),
    );
  });
});

describe('saving a draft', () => {
  beforeEach(() => api.call('POST /workflows', { graph: startOutput('a') }));

  it.each(['1', '"1"', 'W/"1"'])('takes the revision as %s and answers the new one', async (ifMatch) => {
    const { status, body } = await api.call(
      'PUT /workflows/a/draft',
      { graph: startOutput() },
      { 'if-match': ifMatch },
    );
    expect([status, body.revision]).toEqual([200, 2]);
  });

  it('B51 answers both revisions when another tab saved first, and loses nothing', async () => {
    const save = (name: string) =>
      api.call('PUT /workflows/a/draft', { graph: { ...startOutput(), name } }, { 'if-match': '1' });
    const [first, second] = await Promise.all([save('first'), save('second')]);
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.body).toMatchObject({ code: 'REVISION_CONFLICT', yourRevision: 1, currentRevision: 2 });
    expect((await api.call('GET /workflows/a')).body.name).toBe('first');
  });

  it('tells who saved the draft and when, whichever way it came about', async () => {
    const savedBy = async (id = 'a') => {
      const { savedBy: by, savedAt } = (await api.call(`GET /workflows/${id}`)).body.draft;
      return [by, typeof savedAt === 'string' && Math.abs(Date.now() - Date.parse(savedAt)) < 60_000];
    };
    expect(await savedBy()).toEqual(['owner', true]);
    const save = (cookie: string, revision: string) =>
      api.raw({
        method: 'PUT',
        url: '/api/v1/workflows/a/draft',
        payload: { graph: startOutput() },
        headers: { cookie, 'if-match': revision, 'sec-fetch-site': 'same-origin' },
      });
    expect((await save(await api.signIn('editor'), '1')).status).toBe(200);
    expect(await savedBy()).toEqual(['a-editor', true]);
    await api.call('POST /workflows/a/publish');
    await api.call('POST /workflows/a/versions/1/restore');
    expect(await savedBy()).toEqual(['owner', true]);
    const { body: copy } = await api.call('POST /workflows/a/duplicate');
    expect(await savedBy(copy.id)).toEqual(['owner', true]);
    const { body: imported } = await api.call('POST /workflows/import', {
      content: { graph: startOutput() },
    });
    expect(await savedBy(imported.workflows[0].id)).toEqual(['owner', true]);
  });

  it.each([
    [undefined, 428, 'REVISION_REQUIRED'],
    ['null', 400, 'BAD_REQUEST'],
    ['', 400, 'BAD_REQUEST'],
    ['[]', 400, 'BAD_REQUEST'],
    ['{}', 400, 'BAD_REQUEST'],
    ['true', 400, 'BAD_REQUEST'],
    ['1.0', 400, 'BAD_REQUEST'],
    ['*', 400, 'BAD_REQUEST'],
  ])('SEC31 refuses If-Match %s with %i', async (ifMatch, status, code) => {
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    const answer = await api.call('PUT /workflows/a/draft', { graph: startOutput() }, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('refuses a graph with the id of another workflow', async () => {
    const answer = await api.call('PUT /workflows/a/draft', { graph: startOutput('b') }, { 'if-match': '1' });
    expect([answer.status, answer.body.code]).toEqual([422, 'GRAPH_ID_MISMATCH']);
  });

  it.each(['workspaceId', 'ownerId', 'state', 'graph_hash', 'createdAt', 'lease_epoch'])(
    'SEC22 refuses the foreign field %s',
    async (field) => {
      const sent = { graph: startOutput(), [field]: 'x' };
      const { status, body } = await api.call('PUT /workflows/a/draft', sent, { 'if-match': '1' });
      expect([status, body.code, body.errors]).toEqual([
        422,
        'UNKNOWN_FIELD',
        [{ code: 'UNKNOWN_FIELD', path: `/${field}`, message: expect.any(String) }],
      ]);
    },
  );
});

describe('publishing', () => {
  it('answers 201 with the hash, and 200 with the same version when nothing changed', async () => {
    await api.call('POST /workflows', { graph: startOutput('a') });
    const first = await api.call('POST /workflows/a/publish');
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      version: 1,
      graphHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      clamps: [],
      warnings: [],
    });
    const second = await api.call('POST /workflows/a/publish', {});
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await api.call('GET /workflows/a')).body.published).toEqual({
      version: 1,
      graphHash: first.body.graphHash,
    });
  });

  it('shows which settings were lowered, without changing hash or text', async () => {
    const graph = { ...startOutput('a'), settings: { maxSteps: 5000 } };
    await api.call('POST /workflows', { graph });
    const { body } = await api.call('POST /workflows/a/publish');
    expect(body.clamps).toEqual([{ path: '/settings/maxSteps', asked: 5000, given: 1000 }]);
    const { body: version } = await api.call('GET /workflows/a/versions/1');
    expect(version.graph.settings.maxSteps).toBe(5000);
    expect(version.settings.maxSteps).toBe(1000);
    expect(version.graphHash).toBe(body.graphHash);
  });

  it('refuses a draft with errors and tells all of them', async () => {
    const node = { id: 'a', type: 'start', name: 'A', config: {} };
    await api.call('POST /workflows', { graph: { ...startOutput('a'), nodes: [node, node] } });
    const { status, body } = await api.call('POST /workflows/a/publish');
    expect([status, body.code]).toEqual([422, 'GRAPH_INVALID']);
    expect(body.errors[0]).toMatchObject({
      code: 'DUPLICATE_NODE_ID',
      path: '/nodes/1/id',
      severity: 'error',
    });
  });

  it('lists versions and makes one the draft again', async () => {
    await api.call('POST /workflows', { graph: startOutput('a') });
    await api.call('POST /workflows/a/publish');
    await api.call(
      'PUT /workflows/a/draft',
      { graph: { ...startOutput(), name: 'two' } },
      { 'if-match': '1' },
    );
    await api.call('POST /workflows/a/publish');
    const { body: list } = await api.call('GET /workflows/a/versions?limit=1');
    expect(list.items.map((item: { version: number }) => item.version)).toEqual([2]);
    const { body: rest } = await api.call(`GET /workflows/a/versions?cursor=${list.nextCursor}`);
    expect([rest.items.length, rest.nextCursor]).toEqual([1, null]);

    const restored = await api.call('POST /workflows/a/versions/1/restore', undefined, { 'if-match': '2' });
    expect(restored.body).toMatchObject({ id: 'a', revision: 3 });
    expect((await api.call('GET /workflows/a')).body.name).toBe('Start and output');
    expect((await api.call('POST /workflows/a/versions/1/restore', {}, { 'if-match': '2' })).status).toBe(
      409,
    );
  });

  it('publishes no other draft than the one that is expected', async () => {
    await api.call('POST /workflows', { graph: startOutput('a') });
    await api.call('PUT /workflows/a/draft', { graph: startOutput() }, { 'if-match': '1' });
    const publish = (revision: string) =>
      api.call('POST /workflows/a/publish', { note: 'n' }, { 'if-match': revision });
    const refused = await publish('1');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'REVISION_CONFLICT', yourRevision: 1, currentRevision: 2 },
    ]);
    expect((await api.call('GET /workflows/a')).body.published).toBeUndefined();
    expect((await publish('"2"')).status).toBe(201);
    expect((await publish('two')).status).toBe(400);
  });

  it('carries the note of a publish; a blank one is none, a long one is refused', async () => {
    await api.call('POST /workflows', { graph: startOutput('a') });
    const refused = await api.call('POST /workflows/a/publish', { note: 'x'.repeat(501) });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: '/note' }] } });
    await api.call('POST /workflows/a/publish', { note: '  Ask a person first \n' });
    await api.call(
      'PUT /workflows/a/draft',
      { graph: { ...startOutput('a'), name: 'Renamed' } },
      { 'if-match': '1' },
    );
    await api.call('POST /workflows/a/publish', { note: '  ' });
    const { items } = (await api.call('GET /workflows/a/versions')).body;
    expect(items.map(({ version, note }: { version: number; note?: string }) => [version, note])).toEqual([
      [2, undefined],
      [1, 'Ask a person first'],
    ]);
  });

  it.each(['0', '2', 'x', '-1', '1e0', '01'])('knows no version %s', async (version) => {
    await api.publish('a');
    expect((await api.call(`GET /workflows/a/versions/${version}`)).status).toBe(404);
  });
});

describe('archiving and copying', () => {
  it('takes a workflow out of lists; its versions stay readable and nothing can change it', async () => {
    await api.publish('a');
    expect((await api.call('DELETE /workflows/a')).status).toBe(204);
    expect((await api.call('DELETE /workflows/a')).status).toBe(204);
    expect((await api.call('GET /workflows')).body.items).toEqual([]);
    expect((await api.call('GET /workflows/a')).body.archivedAt).toEqual(expect.any(String));
    expect((await api.call('GET /workflows/a/versions/1')).status).toBe(200);
    for (const [line, sent, headers] of [
      ['PUT /workflows/a/draft', { graph: startOutput() }, { 'if-match': '1' }],
      ['POST /workflows/a/publish', {}, {}],
      ['POST /runs', { workflowId: 'a', input: {} }, {}],
    ] as const) {
      expect((await api.call(line, sent, headers)).body.code, line).toBe('ARCHIVED');
    }
    expect((await api.call('DELETE /workflows/b')).status).toBe(404);
  });

  it('copies the draft under a new id', async () => {
    await api.publish('a');
    const { status, body } = await api.call('POST /workflows/a/duplicate');
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Start and output (copy)', draft: { revision: 1 } });
    expect(body.id).not.toBe('a');
    expect(body.draft.graph.id).toBe(body.id);
    expect(body.published).toBeUndefined();
  });
});

it('answers issues of the draft or of a graph that is sent', async () => {
  await api.call('POST /workflows', { graph: startOutput('a') });
  expect((await api.call('POST /workflows/a/validate')).body).toEqual({ issues: [] });
  const graph = { nodes: [{ id: 'x' }], edges: [] };
  const { body } = await api.call('POST /workflows/a/validate', { graph });
  expect(body.issues.map((issue: { path: string }) => issue.path)).toContain('/nodes/0/type');
});
