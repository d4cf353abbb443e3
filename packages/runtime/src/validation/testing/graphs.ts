import { nodeDefinitions as definitions } from '@weftwork/nodes/definitions';
import { type Issue, type JsonObject, type JsonValue, safeParseGraph } from '@weftwork/schema';
import { DEFAULT_QUOTAS } from '../../workflows/quotas';
import type { LoadedWorkflow, ValidationContext } from '../context';
import { validateGraph } from '../validate-graph';
import { drawGraph } from './draw-graph';

/*
 * What the tests of validation draw with.
 */

function published(id: string, document: JsonObject): [string, LoadedWorkflow] {
  const parsed = safeParseGraph({ ...document, id });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return [id, { version: { number: 1, graph: parsed.graph } }];
}

export const calls = (workflowId: string, more: JsonObject = {}): JsonObject => ({
  type: 'subworkflow',
  config: { workflowId, ...more },
});

const LIBRARY = new Map<string, LoadedWorkflow>([
  ['unpublished', {}],
  published(
    'typed',
    drawGraph(
      'start>out',
      {},
      {
        inputSchema: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: { name: { type: 'string' }, count: { type: 'integer', default: 1 } },
        },
      },
    ),
  ),
  published('calls-drawn', drawGraph('start>s s>out', { s: calls('drawn') })),
  published('calls-old-drawn', drawGraph('start>s s>out', { s: calls('drawn', { version: 1 }) })),
  published('calls-caller', drawGraph('start>s s>out', { s: calls('calls-drawn') })),
  published('drawn', drawGraph('start>out')),
]);

/** A small workspace: four registries of one entry each, and workflows that call each other. */
export const CONTEXT: ValidationContext = {
  definitions,
  quotas: { ...DEFAULT_QUOTAS, maxNodes: 12, maxSteps: 500 },
  skills: ['text.statistics'],
  connections: ['demo'],
  providers: ['demo'],
  loadWorkflow: async (id, version) =>
    version === undefined || version === 1 ? LIBRARY.get(id) : LIBRARY.has(id) ? {} : undefined,
};

export async function issuesOf(document: unknown): Promise<readonly Issue[]> {
  return (await validateGraph(document, CONTEXT)).issues;
}

export const value = (text: JsonValue): JsonObject => ({ config: { value: { x: text } } });
export const condition: JsonObject = { type: 'condition', config: { cases: [{ id: 'yes', when: 'true' }] } };
export const loop = (config: JsonObject = {}): JsonObject => ({
  type: 'loop',
  config: { over: 'count', count: 2, ...config },
});
export const http = (config: JsonObject): JsonObject => ({
  type: 'http',
  config: { method: 'GET', url: 'https://example.com/', ...config },
});
export const branches = 'start>c c.yes>a c.else>b a>m b>m m>out';
export const race = 'start>a start>b a>m b>m m>t t>out';
export const any: JsonObject = { type: 'merge', config: { mode: 'any' } };
export const merge: JsonObject = { type: 'merge', config: {} };
export const deep = (levels: number): JsonValue =>
  levels === 0 ? {} : { properties: { a: deep(levels - 1) } };

/** A code, what is wrong, the graph, and where the issue lands. */
export type IssueCase = [code: string, what: string, document: unknown, ...paths: string[]];
