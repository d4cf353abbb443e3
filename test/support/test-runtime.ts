import { nodeDefinitions } from '@weftwork/nodes/definitions';
import {
  type AnswerGateRequest,
  type Clock,
  createMemoryQueue,
  createMemoryStore,
  createRuntime,
  type LocalRuntime,
  type MemoryStore,
  type NodeExecutor,
  type NodeImplementations,
  type RunObserver,
  type RunQueue,
  type RunRecord,
  type WakeChannel,
} from '@weftwork/runtime';
import {
  canonicalText,
  decodeEvents,
  type EventType,
  isTerminal,
  type JsonObject,
  type NodeType,
  nodeResult,
  type RunEvent,
  type WorkflowGraph,
} from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import { afterEach } from 'vitest';
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
  /** Waits until it is terminal, whoever it waits for meanwhile. */
  ended(runId: string): Promise<FinishedRun>;
  /** Waits until the run is as wanted, or its log holds an event of this type. */
  until(runId: string, wanted: EventType | ((run: FinishedRun) => boolean)): Promise<void>;
  /** The id of the run of this workflow that was started last, once there is one. */
  newest(workflowId: string): Promise<string>;
  /** Answers a gate as a person would. */
  answer(runId: string, stepId: string, answer: Answer): Promise<void>;
  close(): Promise<void>;
}

type Answer = Pick<AnswerGateRequest, 'decision' | 'data' | 'comment'>;

/** What makes runtimes for the tests of a file; each is closed after its test. Call it at the top of the file. */
export function useTestRuntime(): typeof createTestRuntime {
  const open: TestRuntime[] = [];
  afterEach(async () => {
    for (const runtime of open.splice(0)) await runtime.close();
  });
  return async (options) => {
    const runtime = await createTestRuntime(options);
    open.push(runtime);
    return runtime;
  };
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
    /** How it hears of the runtimes of other processes. */
    wakes?: WakeChannel;
    leaseMs?: number;
    /** False where several runtimes share a store: a start then leaves the leases of others alone. */
    embedded?: boolean;
    queue?: RunQueue;
    observer?: RunObserver;
    /** For tests that expect trouble; otherwise it fails them. */
    onTrouble?: (where: string, error: unknown, runId?: string) => void;
  } = {},
): Promise<TestRuntime> {
  const store = options.store ?? createMemoryStore();
  const trouble: unknown[] = [];
  const runtime = createRuntime({
    runs: store.runs,
    reader: store.reader,
    workflows: store.workflows,
    blobs: store.blobs,
    queue: options.queue ?? createMemoryQueue(),
    nodes: testNodes(options.executors),
    freezeDraft: () => Promise.reject(new Error('no drafts here')),
    embedded: options.embedded ?? true,
    onTrouble:
      options.onTrouble ??
      ((where, error) => trouble.push(`${where}: ${error instanceof Error ? error.stack : error}`)),
    ...(options.observer ? { observer: options.observer } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.slots === undefined ? {} : { slots: options.slots }),
    ...(options.wakes ? { wakes: options.wakes } : {}),
    ...(options.leaseMs ? { leaseMs: options.leaseMs } : {}),
  });
  await runtime.start();
  let drawn = 0;

  /** The run as soon as it is as wanted. */
  async function once(runId: string, isWanted: (run: FinishedRun) => boolean): Promise<FinishedRun> {
    for (;;) {
      const found = await store.reader.getRunWithLog(WORKSPACE, runId);
      if (trouble.length > 0) throw new Error(trouble.join('\n'));
      if (found) {
        const run = { ...found.run, events: found.log.flatMap((row) => decodeEvents(row.text)) };
        if (isWanted(run)) return run;
      }
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }
  const settled = (runId: string) =>
    once(runId, ({ status }) => isTerminal(status) || status === 'awaiting_input');

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
    ended: (runId) => once(runId, ({ status }) => isTerminal(status)),
    async until(runId, wanted) {
      await once(
        runId,
        typeof wanted === 'function' ? wanted : ({ events }) => events.some((event) => event.type === wanted),
      );
    },
    async newest(workflowId) {
      for (;;) {
        const { items } = await store.reader.listRuns(WORKSPACE, { workflowId }, { limit: 1 });
        if (items[0]) return items[0].id;
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    },
    answer: (runId, stepId, answer) =>
      runtime.answerGate({ workspaceId: WORKSPACE, runId, stepId, by: 'ann', ...answer }),
    close: () => runtime.drain(2_000),
  };
}

/** Which nodes ended how, in order: `"a completed"`, with the iteration path where there is one. */
export function endings(run: Pick<FinishedRun, 'events'>): string[] {
  return run.events
    .filter((event) => /^node\.(completed|failed|skipped|cancelled|unknown|retrying)$/.test(event.type))
    .map((event) => {
      const path = event.iterationPath?.length ? `[${event.iterationPath.join('.')}]` : '';
      return `${event.nodeId}${path} ${event.type.slice(5)}`;
    });
}
