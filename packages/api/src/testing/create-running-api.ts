import { createNodeServices, nodeDefinitions as definitions } from '@weftwork/nodes';
import {
  createGraphValidator,
  createMemoryQueue,
  createMemoryStore,
  createRuntime,
  createWorkflowService,
  DEFAULT_QUOTAS,
  type LocalRuntime,
  type MemoryStore,
  observeWorkflows,
  validateAgainst,
} from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';
import { serveTestApi, type TestApi } from './create-test-api';

export interface RunningApi extends TestApi<LocalRuntime> {
  /** Stores and publishes a graph. */
  deploy(graph: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** Code nodes have tests of their own. */
const noSandbox = {
  run: () => Promise.reject(new Error('No sandbox here.')),
  close: async () => {},
};

export interface RunningApiOptions {
  /** What `http` nodes may reach. */
  readonly httpAllow?: readonly string[];
  /** In memory when left out. */
  readonly store?: MemoryStore;
}

/** The API with everything behind it real. */
export async function createRunningApi({
  httpAllow = [],
  store = createMemoryStore(),
}: RunningApiOptions = {}): Promise<RunningApi> {
  const nodes = createNodeServices({ env: {}, sandbox: noSandbox, validate: validateAgainst, httpAllow });
  const workflowStore = observeWorkflows(store.workflows, (workspaceId, id) =>
    runtime.forgetWorkflow(workspaceId, id),
  );
  const workflows = createWorkflowService({
    store: workflowStore,
    validate: createGraphValidator({
      definitions,
      quotas: DEFAULT_QUOTAS,
      store: workflowStore,
      ...nodes.names,
    }),
    definitions,
    quotas: DEFAULT_QUOTAS,
  });
  const runtime: LocalRuntime = createRuntime({
    runs: store.runs,
    reader: store.reader,
    blobs: store.blobs,
    workflows: workflowStore,
    queue: createMemoryQueue(),
    nodes: nodes.implementations,
    freezeDraft: workflows.freezeDraft,
    embedded: true,
  });
  await runtime.start();
  const api = await serveTestApi(store, workflows, runtime);
  return {
    ...api,
    async deploy(graph) {
      await api.call('POST /workflows', { graph });
      const { status, body } = await api.call(`POST /workflows/${String(graph.id)}/publish`);
      if (status !== 201) throw new Error(JSON.stringify(body.errors, null, 1));
    },
    async close() {
      await api.app.close();
      await runtime.drain(1000);
      await nodes.close();
    },
  };
}
