import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import { canonicalText, safeParseGraph } from '@weftwork/schema';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../memory';
import { DEFAULT_QUOTAS } from '../workflows/quotas';
import { createGraphValidator } from './create-graph-validator';
import { drawGraph } from './testing/draw-graph';

it('looks sub-workflows up in the workspace of the graph, as they were published', async () => {
  const store = createMemoryStore().workflows;
  const validate = createGraphValidator({ definitions, quotas: DEFAULT_QUOTAS, store });
  const child = drawGraph('start>out', {}, { id: 'child', inputSchema: { required: ['name'] } });
  const parent = drawGraph('start>s s>out', {
    s: { type: 'subworkflow', config: { workflowId: 'child', input: {} } },
  });
  const codes = async (workspaceId: string) =>
    (await validate(parent, { workspaceId })).issues.map(({ code }) => code);

  expect(await codes('w1')).toEqual(['SUBWORKFLOW_MISSING']);
  await store.create('w1', { id: 'child', name: 'Child', graph: child, layout: {} });
  expect(await codes('w1')).toEqual(['SUBWORKFLOW_NOT_PUBLISHED']);
  const parsed = safeParseGraph(child);
  if (!parsed.ok) throw new Error('the child is no graph');
  await store.addVersion('w1', {
    workflowId: 'child',
    graphHash: 'hash',
    canonical: canonicalText(parsed.graph),
    layout: {},
    settings: parsed.graph.settings,
    clamps: [],
    publishedBy: 'test',
  });
  expect(await codes('w1')).toEqual(['SUBWORKFLOW_INPUT']);
  expect(await codes('w2')).toEqual(['SUBWORKFLOW_MISSING']);
});
