import { type ExecutionContext, type MemoryStore, NodeError } from '@weftwork/runtime';
import type {
  SimulatedLoad,
  SimulatedOutside,
  SimulatedRun,
  SimulationPlan,
  WantedRun,
} from '@weftwork/runtime/simulator';
import { callViolations, uncalledCompletions, watchedRun } from '@weftwork/runtime/testing';
import { canonicalText, type JsonObject, nodeResult, nodeRunId, type WorkflowGraph } from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import { drawGraph } from './draw-graph';
import { testNodes } from './test-runtime';

const post = { config: { method: 'POST', url: 'http://127.0.0.1/', expect: 'any' } };
const keyed = { config: { method: 'POST', url: 'http://127.0.0.1/', expect: 'any', idempotencyKey: true } };
const ask = { type: 'human_input' as const, config: { mode: 'approval', message: '?' } };
const sub = (workflowId: string) => ({ type: 'subworkflow' as const, config: { workflowId, input: {} } });
const retry = { maxAttempts: 4, backoffSeconds: 1, maxBackoffSeconds: 4, retryOn: [] };

/** One workflow per thing that can go wrong, and one that has them all. */
const GRAPHS: Readonly<Record<string, WorkflowGraph>> = {
  pure: drawGraph('start>a a>b,c b>M c>M M>output'),
  reads: drawGraph('start>h1 h1>h2,h3 h2>M h3>M M>output', { h2: { retry } }),
  writes: drawGraph('start>h1 h1>h2 h2>h3 h3>output', { h1: post, h2: post, h3: keyed }),
  asks: drawGraph('start>h1,ask ask.approved>M ask.rejected>M h1>M M>output', {
    ask,
    M: { config: { mode: 'any' } },
  }),
  loops: drawGraph('start>L L>output', {
    L: { config: { over: 'count', count: 3, concurrency: 2 } },
    h1: { parentId: 'L' },
    output: { config: { value: { n: '{{ length(nodes.L.data.results) }}' } } },
  }),
  leaf: drawGraph('start>h1 h1>output', { h1: post }),
  branch: drawGraph('start>s1,s2 s1>M s2>M M>output', { s1: sub('leaf'), s2: sub('asks') }),
  tree: drawGraph('start>L L>h1 h1>output', {
    L: { config: { over: 'count', count: 2, concurrency: 2 } },
    s1: { parentId: 'L', ...sub('branch') },
  }),
  all: drawGraph(
    'start>h1,h2,ask,L,s1 h1>M h2>h3 h3>M ask.approved>M ask.rejected>M L>M s1>M M>output',
    {
      ask,
      h3: post,
      L: { config: { over: 'count', count: 3, concurrency: 2 } },
      h4: { parentId: 'L', retry },
      s1: sub('leaf'),
      output: { config: { value: { n: '{{ length(nodes.L.data.results) }}' } } },
    },
    { settings: { maxParallelism: 8 } },
  ),
};

/** No faults: what the outcome of the others is held against. */
export const CALM: Omit<SimulationPlan, 'seed' | 'load'> = {
  processes: 1,
  startsMs: 0,
  faultsMs: 0,
  faults: {
    store: { callMs: 0, failBefore: 0, failAfter: 0 },
    hints: { delayMs: 0, lost: 0, repeated: 0 },
  },
};

/** How often at-most-once calls reached the outside, by run and node run. */
export type Calls = Map<string, Map<string, number>>;

/** `count` runs of these workflows, a third of which somebody cancels, on executors that take a while. */
export function simulatedLoad(count: number, calls: Calls = new Map()): SimulatedLoad {
  return {
    publish,
    nodes: (outside) => testNodes({ http: (config, context) => call(config, context, outside, calls) }),
    runs: (chance) =>
      Array.from({ length: count }, (_, index): WantedRun => {
        const run = { key: `run ${index}`, workflowId: chance.pick(Object.keys(GRAPHS)), input: {} };
        return chance.happens(0.3) ? { ...run, cancelAfterMs: chance.between(0, 4_000) } : run;
      }),
  };
}

async function publish(store: MemoryStore, workspaceId: string): Promise<void> {
  for (const [id, drawn] of Object.entries(GRAPHS)) {
    const graph = { ...drawn, id };
    await store.workflows.create(workspaceId, {
      id,
      name: id,
      graph: graph as unknown as JsonObject,
      layout: {},
    });
    await store.workflows.addVersion(workspaceId, {
      workflowId: id,
      graphHash: graphHash(graph),
      canonical: canonicalText(graph),
      layout: {},
      settings: graph.settings,
      clamps: [],
      publishedBy: 'test',
    });
  }
}

/** A call that is counted where it arrives, takes a while, and fails now and then where trying again is safe. */
async function call(config: JsonObject, context: ExecutionContext, outside: SimulatedOutside, calls: Calls) {
  await outside.sleep(0, 20);
  if (config.method === 'POST' && config.idempotencyKey !== true) count(context, calls);
  await outside.sleep(0, 400);
  if (context.attempt < 3 && config.method === 'GET' && outside.happens(0.2))
    throw new NodeError('HTTP_FAILED', 'The other side has hiccups.', { retryKinds: ['connection'] });
  return nodeResult({});
}

function count({ runId, nodeId, iterationPath, attempt }: ExecutionContext, calls: Calls): void {
  const step = nodeRunId(nodeId, iterationPath, attempt);
  const own = calls.get(runId) ?? new Map<string, number>();
  calls.set(runId, own.set(step, (own.get(step) ?? 0) + 1));
}

/** I4: what is wrong between the logs and the calls that reached the outside. */
export function wrongCalls(runs: readonly SimulatedRun[], calls: Calls): readonly string[] {
  return runs.flatMap((run) => {
    const own = calls.get(run.id) ?? new Map();
    const watched = watchedRun(run, run.log);
    const isWatched = (nodeId: string) => isAtMostOnce(run.workflowId, nodeId);
    return [...callViolations(watched, own), ...uncalledCompletions(watched, own, isWatched)];
  });
}

function isAtMostOnce(workflowId: string, nodeId: string): boolean {
  const config = GRAPHS[workflowId]!.nodes.find(({ id }) => id === nodeId)?.config;
  return config?.method === 'POST' && config.idempotencyKey !== true;
}

/** I5: a run that completed has the output that its workflow has when nothing goes wrong. */
export function unlikeReference(
  runs: readonly SimulatedRun[],
  reference: readonly SimulatedRun[],
): readonly string[] {
  const completed = (all: readonly SimulatedRun[]) => all.filter(({ status }) => status === 'completed');
  const outputs = new Map(completed(reference).map((run) => [run.workflowId, JSON.stringify(run.output)]));
  return completed(runs).flatMap(({ id, workflowId, output }) => {
    const wanted = outputs.get(workflowId);
    const found = JSON.stringify(output);
    return found === wanted ? [] : [`run ${id} of ${workflowId} gave ${found}, not ${wanted}`];
  });
}
