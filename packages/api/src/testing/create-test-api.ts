import { nodeDefinitions } from '@weftwork/nodes/definitions';
import {
  createMemoryStore,
  createWorkflowService,
  DEFAULT_QUOTAS,
  type MemoryStore,
  type Role,
  type Runtime,
  type ValidateGraph,
  type WorkflowService,
} from '@weftwork/runtime';
import { type JsonObject, safeParseGraph } from '@weftwork/schema';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { API_SERVER_OPTIONS, apiPlugin } from '../api-plugin';
import type { ApiOptions, ApiServices } from '../api-services';
import type { Authentication } from '../authentication';
import { API_PREFIX, type Contract, contracts } from '../contracts';
import { createScriptedRuntime, type ScriptedRuntime } from './scripted-runtime';

export const TOKEN = 'a-token-that-nobody-guesses';

/** Only what can be read off the document; the rules between nodes have tests of their own. */
const validateDocument: ValidateGraph = async (document) => {
  const parsed = safeParseGraph(document);
  if (!parsed.ok) return { issues: parsed.issues };
  const seen = new Set<string>();
  const issues = parsed.graph.nodes.flatMap((node, index) => {
    if (!seen.has(node.id)) {
      seen.add(node.id);
      return [];
    }
    const path = `/nodes/${index}/id`;
    return [
      {
        code: 'DUPLICATE_NODE_ID' as const,
        severity: 'error' as const,
        path,
        message: `"${node.id}" stands twice.`,
      },
    ];
  });
  return { graph: parsed.graph, issues };
};

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestApi<R extends Runtime = ScriptedRuntime> {
  readonly app: FastifyInstance;
  readonly authentication: Authentication;
  readonly store: MemoryStore;
  readonly workflows: WorkflowService;
  readonly runtime: R;
  /** Calls as the owner; every answer is held to its contract. */
  call(line: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends just this. */
  raw(options: InjectOptions): Promise<Answer>;
  /** The cookie of a session. */
  signIn(role: Role, workspaceId?: string): Promise<string>;
  /** A published workflow. */
  publish(id: string): Promise<void>;
}

export function startOutput(id?: string): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    name: 'Start and output',
    nodes: [
      { id: 'start', type: 'start', name: 'Start', config: {} },
      { id: 'output', type: 'output', name: 'Output', config: { value: { said: '{{ inputs.text }}' } } },
    ],
    edges: [{ id: 'e1', source: 'start', target: 'output' }],
  };
}

/** The API on in-memory ports, with a runtime whose events a test writes. */
export async function createTestApi(parts?: TestApiParts): Promise<TestApi<ScriptedRuntime>> {
  const store = createMemoryStore();
  const workflows = createWorkflowService({
    store: store.workflows,
    validate: validateDocument,
    definitions: nodeDefinitions,
    quotas: { ...DEFAULT_QUOTAS, maxSteps: 1000 },
  });
  return serveTestApi(store, workflows, createScriptedRuntime(store, workflows), parts);
}

export interface TestApiParts {
  readonly services?: Partial<ApiServices>;
  readonly metrics?: ApiOptions['metrics'];
}

/** Puts the API on the given parts. */
export async function serveTestApi<R extends Runtime>(
  store: MemoryStore,
  workflows: WorkflowService,
  runtime: R,
  { services = {}, metrics }: TestApiParts = {},
): Promise<TestApi<R>> {
  const app = fastify(API_SERVER_OPTIONS);
  const { authentication } = apiPlugin(app, {
    services: {
      runtime,
      workflows,
      runs: store.reader,
      log: store.runs,
      blobs: store.blobs,
      sessions: store.sessions,
      nodeOptions: {
        skills: [{ name: 'text.statistics', description: 'Counts words.' }],
        connections: ['demo'],
        providers: [{ name: 'demo', label: 'Demo' }],
      },
      health: async () => ({ status: 'ok', storage: 'memory', queue: 'local' }),
      ready: async () => {},
      ...services,
    },
    token: TOKEN,
    version: '0.0.0',
    ...(metrics ? { metrics } : {}),
  });
  await app.ready();

  async function raw(options: InjectOptions): Promise<Answer> {
    const response = await app.inject(options);
    const { statusCode: status, headers } = response;
    const isJson = String(headers['content-type']).includes('json');
    const body = isJson ? response.json() : response.payload;
    return { status, headers, body };
  }

  const api: TestApi<R> = {
    app,
    authentication,
    store,
    workflows,
    runtime,
    raw,

    async call(line, body, headers = {}) {
      const [method, path] = line.split(' ') as ['GET', string];
      const answer = await raw({
        method,
        url: `${API_PREFIX}${path}`,
        headers: { authorization: `Bearer ${TOKEN}`, ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: jsonHeaders(headers) }),
      });
      holdToContract(method, path, answer);
      return answer;
    },

    async signIn(role, workspaceId = 'local') {
      const link = await authentication.createSignInLink({ userId: `a-${role}`, workspaceId, role });
      const { headers } = await raw({ method: 'GET', url: link.path });
      return String(headers['set-cookie']).split(';', 1)[0]!;
    },

    async publish(id) {
      await api.call('POST /workflows', { graph: startOutput(id) });
      await api.call(`POST /workflows/${id}/publish`);
    },
  };
  return api;
}

function jsonHeaders(headers: Record<string, string>): Record<string, string> {
  return { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers };
}

/** What the contract promises is what is sent; a refusal is always a problem document. */
function holdToContract(method: string, path: string, { status, body, headers }: Answer): void {
  const address = path.split('?', 1)[0]!;
  const found = (Object.values(contracts) as Contract[]).find(
    (contract) =>
      contract.method === method &&
      new RegExp(`^${contract.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
  const answer = found?.answers[status];
  if (!answer) {
    if (
      !String(headers['content-type']).startsWith('application/problem+json') ||
      typeof body.code !== 'string'
    ) {
      throw new Error(`${method} ${path} answered ${status} outside its contract: ${JSON.stringify(body)}`);
    }
    return;
  }
  if (answer.schema && typeof body === 'object') answer.schema.parse(body);
}
