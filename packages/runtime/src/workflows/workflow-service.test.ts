import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { JsonObject } from '@weftwork/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/support/failure-of';
import { createMemoryStore } from '../memory';
import { createGraphValidator } from '../validation';
import { DEFAULT_QUOTAS, readQuotas } from './quotas';
import { createWorkflowService, type WorkflowService } from './workflow-service';

const W = 'local';
let service: WorkflowService;

beforeEach(() => {
  const store = createMemoryStore().workflows;
  let minted = 0;
  const quotas = { ...DEFAULT_QUOTAS, nodeTimeoutSeconds: 300, maxParallelism: 8 };
  service = createWorkflowService({
    store,
    validate: createGraphValidator({ definitions: nodeDefinitions, quotas, store }),
    definitions: nodeDefinitions,
    quotas,
    mintId: () => `minted_${++minted}`,
  });
});

const node = (id: string, type: string, config: JsonObject = {}): JsonObject => ({
  id,
  type,
  name: id,
  config,
});

function graph(id: string | undefined, middle: JsonObject[] = []): JsonObject {
  const nodes = [node('start', 'start'), ...middle, node('output', 'output', { value: {} })];
  const edges = nodes.slice(1).map(({ id: target }, index) => {
    return { id: `e${index}`, source: nodes[index]!.id!, target: target! };
  });
  return { ...(id === undefined ? {} : { id }), name: `Graph ${id}`, nodes, edges };
}

const calls = (workflowId: string) => node('call', 'subworkflow', { workflowId, input: {} });

describe('importing', () => {
  it.each<[string, (file: JsonObject) => unknown]>([
    ['a bare graph', (file) => file],
    ['a graph with its layout', (file) => ({ graph: file, layout: { nodes: {} } })],
    ['text', (file) => JSON.stringify({ graph: file })],
    ['a list of workflows', (file) => ({ workflows: [{ graph: file }] })],
  ])('takes %s', async (_, wrap) => {
    const { workflows, report } = await service.import(W, wrap(graph('a')));
    expect(workflows).toEqual([{ id: 'a', name: 'Graph a', revision: 1, issues: [] }]);
    expect(report.map(({ nodeId, outcome }) => [nodeId, outcome])).toEqual([
      [null, 'imported'],
      ['start', 'imported'],
      ['output', 'imported'],
    ]);
  });

  it('B44 twice makes two workflows and leaves the first untouched', async () => {
    await service.import(W, graph('a'));
    await service.saveDraft(W, 'a', { graph: { ...graph('a'), name: 'Mine' }, ifRevision: 1 });
    const { workflows, report } = await service.import(W, graph('a'));
    expect(workflows[0]!.id).toBe('minted_1');
    expect(report[0]).toMatchObject({ nodeId: null, outcome: 'new_id', workflowId: 'minted_1' });
    expect((await service.get(W, 'a')).name).toBe('Mine');
    expect((await service.get(W, 'minted_1')).draft.graph.id).toBe('minted_1');
  });

  it('remaps references among the graphs of one file, and only those', async () => {
    await service.create(W, { graph: graph('child') });
    const agent = node('ask', 'agent', { prompt: 'x', tools: [{ workflowId: 'child' }, { skill: 's' }] });
    const parent = graph('parent', [calls('child'), agent, { ...calls('elsewhere'), id: 'other' }]);
    const { workflows, report } = await service.import(W, {
      workflows: [{ graph: parent }, { graph: graph('child') }],
    });
    expect(workflows.map(({ id }) => id)).toEqual(['parent', 'minted_1']);
    const nodes = (await service.get(W, 'parent')).draft.graph.nodes as JsonObject[];
    expect(nodes.map(({ config }) => config)).toEqual([
      {},
      { workflowId: 'minted_1', input: {} },
      { prompt: 'x', tools: [{ workflowId: 'minted_1' }, { skill: 's' }] },
      { workflowId: 'elsewhere', input: {} },
      { value: {} },
    ]);
    const changed = report.filter(({ outcome }) => outcome === 'changed');
    expect(changed.map(({ nodeId }) => nodeId)).toEqual(['call', 'ask']);
  });

  it('gives two graphs of the same id each its own, and keeps references to the first', async () => {
    const file = {
      workflows: [{ graph: graph('a') }, { graph: graph('a') }, { graph: graph('p', [calls('a')]) }],
    };
    const { workflows } = await service.import(W, file);
    expect(workflows.map(({ id }) => id)).toEqual(['a', 'minted_1', 'p']);
    const nodes = (await service.get(W, 'p')).draft.graph.nodes as JsonObject[];
    expect(nodes[1]!.config).toMatchObject({ workflowId: 'a' });
  });

  it('B43 tells a newer file and a missing field by code and path, with what was found and expected', async () => {
    const { name: _, ...nameless } = graph('a');
    const { code, errors } = await failureOf(service.import(W, { ...nameless, schemaVersion: '1.7' }));
    expect(code).toBe('GRAPH_INVALID');
    expect(errors.map(({ code, path }) => [code, path])).toEqual([
      ['UNSUPPORTED_SCHEMA_VERSION', '/schemaVersion'],
      ['MISSING_FIELD', '/name'],
    ]);
    expect(errors[0]!.message).toMatch(/"1\.7".*"1\.0"/);
  });

  it('B44 refuses two nodes of one id and names them', async () => {
    const { code, errors } = await failureOf(service.import(W, graph('a', [calls('x'), calls('x')])));
    expect(code).toBe('GRAPH_INVALID');
    expect(errors).toContainEqual(
      expect.objectContaining({ code: 'DUPLICATE_NODE_ID', path: expect.stringMatching(/^\/nodes\/[12]/) }),
    );
    expect(errors[0]!.message).toContain('call');
    expect((await service.list(W, { limit: 10 })).items).toEqual([]);
  });

  it.each([
    ['a key that stands twice', '{"graph":{"nodes":[],"nodes":[],"edges":[]}}', 'GRAPH_INVALID', '/nodes'],
    [
      'a key that stands twice in a bare graph',
      '{"nodes":[{"id":"a","id":"b"}]}',
      'GRAPH_INVALID',
      '/nodes/0/id',
    ],
    ['text that is no JSON', '{"graph":', 'INVALID_JSON', undefined],
    ['JSON that is no graph', '[1]', 'GRAPH_INVALID', ''],
    ['an empty list', '{"workflows":[]}', 'GRAPH_INVALID', '/workflows'],
    ['a layout that is text', { graph: graph('a'), layout: 'x' }, 'GRAPH_INVALID', ''],
    ['nesting without end', '['.repeat(100_000) + ']'.repeat(100_000), 'GRAPH_INVALID', ''],
  ])('refuses %s', async (_, content, code, path) => {
    const refused = await failureOf(service.import(W, content));
    expect([refused.code, refused.errors[0]?.path]).toEqual([code, path]);
  });

  it('says in which of several workflows a problem lies, and stores none of them', async () => {
    const broken = { ...graph('b'), edges: [{ id: 'e', source: 'start' }] };
    const { errors } = await failureOf(
      service.import(W, { workflows: [{ graph: graph('a') }, { graph: broken }] }),
    );
    expect(errors).toEqual([expect.objectContaining({ path: '/edges/0/target', workflow: 1 })]);
    expect((await service.list(W, { limit: 10 })).items).toEqual([]);
  });

  it('reports what is wrong between nodes as issues of a draft', async () => {
    const { workflows, report } = await service.import(W, graph('a', [calls('nowhere')]));
    expect(workflows[0]!.issues).toContainEqual(expect.objectContaining({ nodeId: 'call' }));
    expect(report).toContainEqual(expect.objectContaining({ nodeId: 'call', outcome: 'issue' }));
  });
});

describe('exporting', () => {
  it('B47 holds no credential that was typed in, and keeps references to secrets', async () => {
    const headers = { Authorization: 'Bearer sk-live-1234', 'X-Key': { $secret: 'KEY' } };
    const call = node('call', 'http', { method: 'GET', url: 'https://example.com/', headers });
    await service.create(W, { graph: graph('a', [call]) });
    const file = await service.export(W, 'a');
    expect(JSON.stringify(file)).not.toContain('sk-live');
    const nodes = file.graph.nodes as JsonObject[];
    expect(nodes[1]!.config).toMatchObject({
      headers: { Authorization: { $secret: 'AUTHORIZATION' }, 'X-Key': { $secret: 'KEY' } },
    });
    const stored = (await service.get(W, 'a')).draft.graph.nodes as JsonObject[];
    expect(JSON.stringify(stored)).toContain('sk-live');
  });

  it('makes a file that can be imported again, to the same hash', async () => {
    await service.create(W, { graph: graph('a') });
    const { graphHash } = await service.publish(W, 'a', 'me');
    await service.archive(W, 'a');
    const file = await service.export(W, 'a');
    const other = 'elsewhere';
    await service.import(other, JSON.parse(JSON.stringify(file)));
    expect((await service.publish(other, 'a', 'me')).graphHash).toBe(graphHash);
  });
});

describe('publishing', () => {
  it('lowers settings and limits of single attempts to the quotas, beside the version only', async () => {
    const call = {
      ...node('call', 'http', { method: 'GET', url: 'https://example.com/' }),
      timeoutSeconds: 400,
    };
    const settings = { maxParallelism: 100, nodeTimeoutSeconds: 301 };
    await service.create(W, { graph: { ...graph('a', [call]), settings } });
    const { clamps } = await service.publish(W, 'a', 'me');
    expect(clamps).toEqual([
      { path: '/settings/nodeTimeoutSeconds', asked: 301, given: 300 },
      { path: '/settings/maxParallelism', asked: 100, given: 8 },
      { path: '/nodes/1/timeoutSeconds', asked: 400, given: 300 },
    ]);
    const version = await service.getVersion(W, 'a', 1);
    expect(version.settings).toMatchObject({ maxParallelism: 8, nodeTimeoutSeconds: 300, maxSteps: 200 });
    expect(JSON.parse(version.canonical).settings.maxParallelism).toBe(100);
  });

  it('freezes a draft to the very text and hash that publishing gives', async () => {
    await service.create(W, { graph: graph('a') });
    const frozen = await service.freezeDraft(W, 'a', 'me');
    const { graphHash } = await service.publish(W, 'a', 'me');
    expect(frozen.graphHash).toBe(graphHash);
    expect(frozen.version).toBeUndefined();
    expect((await service.freezeDraft(W, 'a', 'me')).versionId).toBe(frozen.versionId);
    expect(await service.listVersions(W, 'a')).toHaveLength(1);
  });

  it('refuses to freeze a draft with errors', async () => {
    await service.create(W, { graph: { nodes: [node('a', 'transform')], edges: [] } });
    expect((await failureOf(service.freezeDraft(W, 'minted_1', 'me'))).code).toBe('GRAPH_INVALID');
  });
});

describe('quotas', () => {
  it('come from the environment', () => {
    expect(readQuotas({ WEFTWORK_MAX_STEPS: '50', WEFTWORK_MAX_NODES: '' })).toEqual({
      ...DEFAULT_QUOTAS,
      maxSteps: 50,
    });
  });

  it.each(['0', '-1', '1.5', 'many', '1e400'])('refuse %s', (text) => {
    expect(() => readQuotas({ WEFTWORK_MAX_PARALLELISM: text })).toThrow(/WEFTWORK_MAX_PARALLELISM/);
  });
});
