import type { RunError, Settings } from '@weftwork/schema';
import { Agenda, type AgendaItem } from './agenda';
import type { Plan, PlanContainer, PlanNode } from './plan';

/*
 * The folded state of a run: ids, counts and handles, never values. One walker owns it and `evolve` changes it in
 * place; what a run of 5,000 nodes costs per event must not depend on the 5,000.
 */

export const NODE_STATE = {
  idle: 0,
  ready: 1,
  active: 2,
  completed: 3,
  /** Ended by a failure, whether it took the error branch or failed its scope. */
  failed: 4,
  skipped: 5,
  cancelled: 6,
  unknown: 7,
} as const;

/** One pass through a container: the top level of the run, or an iteration of a loop. */
export interface Scope {
  readonly container: PlanContainer;
  readonly loop: LoopRun | undefined;
  /** Iteration index; -1 at top level. */
  readonly index: number;
  readonly path: readonly number[];
  /** `path` as SQL and ids write it. */
  readonly pathText: string;
  readonly states: number[];
  /** In-edges that have not settled, per slot. */
  readonly pending: number[];
  /** In-edges that were taken, per slot. */
  readonly live: number[];
  /** The output handle each settled node took; undefined for none. */
  readonly taken: (string | undefined)[];
  readonly items: (AgendaItem | undefined)[];
  readonly runs: (ActiveRun | undefined)[];
  /** For `any` joins: the source that arrived first, per slot. */
  readonly winners: (PlanNode | undefined)[];
  /** Nodes that have not settled. */
  open: number;
  /** Node runs that have started and not ended. */
  active: number;
  /** Nothing new starts here. */
  stopping: boolean;
  failure: RunError | undefined;
  /** The agenda item that will end this iteration. */
  end: AgendaItem | undefined;
  /** The shell's own: what belongs to this scope and lives as long. The engine never reads it. */
  attached: unknown;
}

/** `executing` holds a parallelism slot; `queued` is an attempt after the first that waits for one. */
export type ActiveStatus = 'executing' | 'queued' | 'retrying' | 'gate' | 'child' | 'unknown' | 'loop';

/** A node run that has started and not ended. */
export interface ActiveRun {
  readonly scope: Scope;
  readonly node: PlanNode;
  attempt: number;
  /** Epoch milliseconds of the start of this attempt. */
  startedAt: number;
  status: ActiveStatus;
  /** The answer that came from outside, opaque to the engine: of a gate, a child or a settlement. */
  fact: unknown;
  /** Epoch milliseconds at which a `retrying` run is due. */
  retryAt: number | undefined;
  /** Of a gate. */
  mode: 'approval' | 'form' | 'signal' | undefined;
  childRunId: string | undefined;
  /** Its own time limit ran out while it waited for a child. */
  timedOut: boolean;
  item: AgendaItem | undefined;
  loop: LoopRun | undefined;
}

/** A loop that was entered. */
export interface LoopRun {
  readonly run: ActiveRun;
  readonly node: PlanNode;
  /** Iterations known at entry; null for `while`. */
  readonly count: number | null;
  readonly limit: number;
  readonly concurrency: number;
  readonly iterations: Map<number, Scope>;
  /** Starts on the agenda, by index. */
  readonly starts: Map<number, AgendaItem>;
  next: number;
  /** The item that will test, complete or fail the loop. */
  item: AgendaItem | undefined;
  stopping: boolean;
  failure: RunError | undefined;
  /** The shell's own, as on a scope. */
  attached: unknown;
}

export interface RunState {
  readonly plan: Plan;
  readonly settings: Settings;
  readonly root: Scope;
  /** What can be done at once. */
  readonly agenda: Agenda;
  /** Attempts that wait for a parallelism slot. */
  readonly executors: Agenda;
  readonly active: Set<ActiveRun>;
  executing: number;
  steps: number;
  /** Scopes that wind down: while zero, nobody looks for what to abort. */
  stoppingScopes: number;
  /** How often something was stopped: commands decided before are stale when it moved. */
  stops: number;
  /** The failure that ends the run: the first in the log. */
  failure: RunError | undefined;
  cancelRequested: boolean;
  /** Nodes and edges looked at, for the test that work per event does not grow with the graph. */
  touched: number;
}

export function createState(plan: Plan, settings: Settings): RunState {
  const state: RunState = {
    plan,
    settings,
    root: createScope(plan.root, undefined, -1, [], ''),
    agenda: new Agenda(),
    executors: new Agenda(),
    active: new Set(),
    executing: 0,
    steps: 0,
    stoppingScopes: 0,
    stops: 0,
    failure: undefined,
    cancelRequested: false,
    touched: 0,
  };
  return state;
}

export function createScope(
  container: PlanContainer,
  loop: LoopRun | undefined,
  index: number,
  path: readonly number[],
  pathText: string,
): Scope {
  const size = container.nodes.length;
  return {
    container,
    loop,
    index,
    path,
    pathText,
    states: new Array<number>(size).fill(NODE_STATE.idle),
    pending: container.inDegrees.slice(),
    live: new Array<number>(size).fill(0),
    taken: new Array<string | undefined>(size).fill(undefined),
    items: new Array<AgendaItem | undefined>(size).fill(undefined),
    runs: new Array<ActiveRun | undefined>(size).fill(undefined),
    winners: [],
    open: size,
    active: 0,
    stopping: false,
    failure: undefined,
    end: undefined,
    attached: undefined,
  };
}

/** The scope of one iteration of a loop, with nothing in it yet. */
export function openIteration(loop: LoopRun, index: number): Scope {
  const { scope, node } = loop.run;
  const text = scope.pathText === '' ? String(index) : `${scope.pathText}.${index}`;
  return createScope(node.body!, loop, index, [...scope.path, index], text);
}

/** The scope with this iteration path inside the container of `node`, or undefined when that iteration is not open. */
export function findScope(
  state: RunState,
  node: PlanNode,
  path: readonly number[] | undefined,
): Scope | undefined {
  if (path === undefined || path.length === 0)
    return node.container === state.plan.root ? state.root : undefined;
  const loops: PlanNode[] = [];
  for (let loop = node.container.loop; loop; loop = loop.container.loop) loops.unshift(loop);
  if (loops.length !== path.length) return undefined;
  let scope: Scope | undefined = state.root;
  for (let depth = 0; depth < loops.length && scope; depth += 1) {
    const run: ActiveRun | undefined = scope.runs[loops[depth]!.slot];
    scope = run?.loop?.iterations.get(path[depth]!);
  }
  return scope;
}

/** A node run that has started and holds nothing yet. */
export function createRun(scope: Scope, node: PlanNode, attempt: number, startedAt: number): ActiveRun {
  return {
    scope,
    node,
    attempt,
    startedAt,
    status: 'queued',
    fact: undefined,
    retryAt: undefined,
    mode: undefined,
    childRunId: undefined,
    timedOut: false,
    item: undefined,
    loop: undefined,
  };
}

/** The loop of a node run, before its first iteration. */
export function createLoop(run: ActiveRun, count: number | null, limit: number): LoopRun {
  const policy = run.node.loop!;
  return {
    run,
    node: run.node,
    count,
    limit,
    concurrency: policy.over === 'while' ? 1 : policy.concurrency,
    iterations: new Map(),
    starts: new Map(),
    next: 0,
    item: undefined,
    stopping: false,
    failure: undefined,
    attached: undefined,
  };
}
