import { nodeDefinitions } from '@weftwork/nodes/definitions';
import {
  type Clock,
  createMemoryQueue,
  createMemoryStore,
  createRuntime,
  type LocalRuntime,
  type MemoryStore,
  type NodeExecutor,
  type NodeImplementations,
  type RunRecord,
} from '@weftwork/runtime';
import {
  canonicalText,
  decodeEvents,
  isTerminal,
  type JsonObject,
  type NodeType,
  nodeResult,
  type RunEvent,
  type WorkflowGraph,
} from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import { conditionEvaluator } from '../../packages/nodes/src/condition/evaluator';
import { mergeEvaluator } from '../../packages/nodes/src/merge/evaluator';
import { valueEvaluator } from '../../packages/nodes/src/shared/evaluate-value';
import { startEvaluator } from '../../packages/nodes/src/start/evaluator';

export const WORKSPACE = 'local';

type Execute = NodeExecutor['execute'];

/** The real node types; executors that a test does not give answer with their resolved config. */
export function testNodes(executors: Partial<Record<NodeType, Execute>> = {}): NodeImplementations {
  const echo: Execute = async (config) => nodeResult((config.input as JsonObject) ?? config);
  const evaluators = {
    start: startEvaluator,
    output: valueEvaluator,
    transform: valueEvaluator,
    condition: conditionEvaluator,
    merge: mergeEvaluator,
  };
  return Object.fromEntries(
    Object.entries(nodeDefinitions).map(([type, definition]) => {
      if (type in evaluators)
        return [type, { definition, evaluator: evaluators[type as keyof typeof evaluators] }];
      if (definition.kind !== 'executor') return [type, { definition }];
      return [type, { definition, executor: { execute: executors[type as NodeType] ?? echo } }];
    }),
  ) as unknown as NodeImplementations;
}

export interface TestRuntime {
  readonly runtime: LocalRuntime;
  readonly store: MemoryStore;
  publish(graph: WorkflowGraph, id?: string): Promise<string>;
  /** Starts a run and waits until it is terminal or waits for somebody. */
  run(workflowId: string, input?: JsonObject): Promise<FinishedRun>;
  settled(runId: string): Promise<FinishedRun>;
  close(): Promise<void>;
}

export interface FinishedRun extends RunRecord {
  readonly events: readonly RunEvent[];
}

export async function createTestRuntime(
  options: {
    executors?: Partial<Record<NodeType, Execute>>;
    store?: MemoryStore;
    clock?: Clock;
    slots?: number;
    leaseMs?: number;
  } = {},
): Promise<TestRuntime> {
  const store = options.store ?? createMemoryStore();
  const trouble: unknown[] = [];
  const runtime = createRuntime({
    runs: store.runs,
    reader: store.reader,
    workflows: store.workflows,
    blobs: store.blobs,
    queue: createMemoryQueue(),
    nodes: testNodes(options.executors),
    freezeDraft: () => Promise.reject(new Error('no drafts here')),
    embedded: true,
    onTrouble: (where, error) => trouble.push(`${where}: ${error instanceof Error ? error.stack : error}`),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.slots ? { slots: options.slots } : {}),
    ...(options.leaseMs ? { leaseMs: options.leaseMs } : {}),
  });
  await runtime.start();
  let drawn = 0;

  async function settled(runId: string): Promise<FinishedRun> {
    for (;;) {
      const found = await store.reader.getRunWithLog(WORKSPACE, runId);
      if (trouble.length > 0) throw new Error(trouble.join('\n'));
      if (found && (isTerminal(found.run.status) || found.run.status === 'awaiting_input')) {
        return { ...found.run, events: found.log.flatMap((row) => decodeEvents(row.text)) };
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  return {
    runtime,
    store,
    async publish(graph, id = `drawn${drawn++}`) {
      const named = { ...graph, id };
      await store.workflows.create(WORKSPACE, {
        id,
        name: graph.name,
        graph: named as unknown as JsonObject,
        layout: {},
      });
      await store.workflows.addVersion(WORKSPACE, {
        workflowId: id,
        graphHash: graphHash(named),
        canonical: canonicalText(named),
        layout: {},
        settings: graph.settings,
        clamps: [],
        publishedBy: 'test',
      });
      runtime.forgetWorkflow(WORKSPACE, id);
      return id;
    },
    async run(workflowId, input = {}) {
      const { runId } = await runtime.startRun(
        { workspaceId: WORKSPACE, createdBy: 'test', workflowId, input },
        { waitSeconds: 10 },
      );
      return settled(runId);
    },
    settled,
    close: () => runtime.drain(2_000),
  };
}

/** Which nodes ended how, in order: `"a completed"`, with the iteration path where there is one. */
export function endings(run: FinishedRun): string[] {
  return run.events
    .filter((event) => /^node\.(completed|failed|skipped|cancelled|unknown|retrying)$/.test(event.type))
    .map((event) => {
      const path = event.iterationPath?.length ? `[${event.iterationPath.join('.')}]` : '';
      return `${event.nodeId}${path} ${event.type.slice(5)}`;
    });
}
