import { expect } from '@playwright/test';
import type { WorkflowEdge, WorkflowNode } from '@weftwork/schema';
import type { BuiltService } from './service';

/*
 * The workflows that the tests run. Each test makes its own, under a name of its own: tests share one service.
 */

const START = { id: 'start', type: 'start', name: 'Begin', config: {} };

interface Made {
  readonly id: string;
  readonly revision: number;
}

interface Started {
  readonly id: string;
}

const chain = (...ids: string[]) =>
  ids.slice(1).map((target, index) => ({ id: `e${index + 1}`, source: ids[index], target }));

const inARow = (...ids: string[]) => ({
  nodes: Object.fromEntries(ids.map((id, index) => [id, { x: 64 + index * 256, y: 64 }])),
});

/** A transform that is called as its id. */
export const plain = (id: string, more: object = {}) => ({
  id,
  type: 'transform',
  name: id.toUpperCase(),
  config: { value: {} },
  ...more,
});

/** Start and output alone. */
export function bareGraph(name: string) {
  return {
    schemaVersion: '1.0',
    name,
    nodes: [START, { id: 'output', type: 'output', name: 'End', config: { value: { text: 'Hello' } } }],
    edges: chain('start', 'output'),
  };
}

/** A call that answers when the test lets it, between start and output. */
export function heldGraph(name: string, url: string) {
  return {
    schemaVersion: '1.0',
    name,
    nodes: [
      START,
      { id: 'call', type: 'http', name: 'Call', config: { method: 'GET', url, expect: '2xx' } },
      {
        id: 'output',
        type: 'output',
        name: 'End',
        config: { value: { status: '{{ nodes.call.data.status }}' } },
      },
    ],
    edges: chain('start', 'call', 'output'),
  };
}

/** A person agrees or rejects within some time. */
export function approvalGraph(name: string, deadlineSeconds: number) {
  return {
    schemaVersion: '1.0',
    name,
    nodes: [
      START,
      {
        id: 'ask',
        type: 'human_input',
        name: 'Ask',
        config: { mode: 'approval', message: `${name}?`, deadlineSeconds },
      },
      { id: 'output', type: 'output', name: 'End', config: { value: { agreed: true } } },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'ask' },
      { id: 'e2', source: 'ask', sourceHandle: 'approved', target: 'output' },
    ],
  };
}

/** A person fills in a form. */
export function formGraph(name: string) {
  return {
    schemaVersion: '1.0',
    name,
    nodes: [
      START,
      {
        id: 'ask',
        type: 'human_input',
        name: 'Ask',
        config: {
          mode: 'form',
          message: 'How did we do?',
          schema: {
            type: 'object',
            properties: {
              stars: { type: 'integer', title: 'Stars', minimum: 1, maximum: 5 },
              note: { type: 'string', title: 'Remark' },
            },
            required: ['stars'],
            'x-order': ['stars', 'note'],
          },
        },
      },
      {
        id: 'output',
        type: 'output',
        name: 'End',
        config: { value: { stars: '{{ nodes.ask.data.stars }}' } },
      },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'ask' },
      { id: 'e2', source: 'ask', sourceHandle: 'answered', target: 'output' },
    ],
  };
}

export async function makeWorkflow(
  service: BuiltService,
  graph: { nodes: readonly { id: string }[] },
): Promise<Made> {
  const layout = inARow(...graph.nodes.map((node) => node.id));
  return service.call<Made>('POST', '/workflows', { graph, layout });
}

export interface StoredGraph {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
}

interface StoredDraft {
  readonly graph: StoredGraph;
  readonly layout: unknown;
}

/** A workflow whose nodes stand at places of their own; `draft` and `stored` read it from the server. */
export async function makeScene(service: BuiltService, name: string, graph: object, places: object) {
  const made = await service.call<{ id: string }>('POST', '/workflows', {
    graph: { schemaVersion: '1.0', name, ...graph },
    layout: { nodes: places },
  });
  const draft = async () => {
    const { draft } = await service.call<{ draft: StoredDraft }>('GET', `/workflows/${made.id}`);
    return { graph: draft.graph, layout: draft.layout };
  };
  return { id: made.id, draft, stored: async () => (await draft()).graph };
}

export async function startRunOf(
  service: BuiltService,
  workflowId: string,
  input: unknown = {},
): Promise<Started> {
  return service.call<Started>('POST', '/runs', { workflowId, version: 'draft', input });
}

/** Saves over whatever the draft is, as another person would. */
export async function saveDraft(service: BuiltService, id: string, graph: object): Promise<void> {
  const { draft } = await service.call<{ draft: { revision: number } }>('GET', `/workflows/${id}`);
  const response = await fetch(`${service.url}/api/v1/workflows/${id}/draft`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      'if-match': String(draft.revision),
    },
    body: JSON.stringify({ graph }),
  });
  expect(response.status).toBe(200);
}
