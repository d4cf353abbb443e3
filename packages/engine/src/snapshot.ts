import type { JsonObject, JsonValue, RunError, Settings } from '@weftwork/schema';
import type { Plan } from './plan';
import {
  type ActiveRun,
  type ActiveStatus,
  createLoop,
  createRun,
  createState,
  type LoopRun,
  openIteration,
  type RunState,
  type Scope,
} from './state';

/*
 * The folded state as JSON: a cache, so that a run that wakes need not fold its whole log. Only a state with nothing
 * on its agenda can be written down, which is what a run that waits has. What the shell attached goes along as the
 * shell writes it.
 */

/** How the shell writes down and reads back what it attached to scopes and loops. */
export interface AttachmentCodec {
  writeScope(scope: Scope): JsonValue;
  writeLoop(loop: LoopRun): JsonValue;
  readScope(scope: Scope, written: JsonValue): void;
  readLoop(loop: LoopRun, written: JsonValue): void;
}

interface WrittenScope {
  states: number[];
  pending: number[];
  live: number[];
  taken: (string | null)[];
  winners: [slot: number, nodeId: string][];
  open: number;
  active: number;
  stopping: boolean;
  failure: RunError | null;
  runs: WrittenRun[];
  attached: JsonValue;
}

interface WrittenRun {
  slot: number;
  attempt: number;
  startedAt: number;
  status: ActiveStatus;
  retryAt: number | null;
  mode: ActiveRun['mode'] | null;
  childRunId: string | null;
  timedOut: boolean;
  loop: WrittenLoop | null;
}

interface WrittenLoop {
  count: number | null;
  limit: number;
  next: number;
  stopping: boolean;
  failure: RunError | null;
  iterations: [index: number, scope: WrittenScope][];
  attached: JsonValue;
}

interface WrittenState {
  steps: number;
  failure: RunError | null;
  cancelRequested: boolean;
  stoppingScopes: number;
  root: WrittenScope;
}

/** Undefined when something is on the agenda: then the state is on the move and not worth keeping. */
export function writeState(state: RunState, codec: AttachmentCodec): JsonObject | undefined {
  if (state.agenda.size > 0 || state.executors.size > 0 || state.executing > 0) return undefined;
  const written: WrittenState = {
    steps: state.steps,
    failure: state.failure ?? null,
    cancelRequested: state.cancelRequested,
    stoppingScopes: state.stoppingScopes,
    root: writeScope(state.root, codec),
  };
  return written as unknown as JsonObject;
}

function writeScope(scope: Scope, codec: AttachmentCodec): WrittenScope {
  const { states, pending, live, open, active, stopping } = scope;
  return {
    states,
    pending,
    live,
    taken: scope.taken.map((handle) => handle ?? null),
    winners: [...scope.winners.entries()].flatMap(([slot, node]) =>
      node ? [[slot, node.id] as [number, string]] : [],
    ),
    open,
    active,
    stopping,
    failure: scope.failure ?? null,
    runs: scope.runs.flatMap((run) => (run ? [writeRun(run, codec)] : [])),
    attached: codec.writeScope(scope),
  };
}

function writeRun(run: ActiveRun, codec: AttachmentCodec): WrittenRun {
  const { attempt, startedAt, status, timedOut, loop } = run;
  return {
    slot: run.node.slot,
    attempt,
    startedAt,
    status,
    retryAt: run.retryAt ?? null,
    mode: run.mode ?? null,
    childRunId: run.childRunId ?? null,
    timedOut,
    loop: loop ? writeLoop(loop, codec) : null,
  };
}

function writeLoop(loop: LoopRun, codec: AttachmentCodec): WrittenLoop {
  const { count, limit, next, stopping } = loop;
  return {
    count,
    limit,
    next,
    stopping,
    failure: loop.failure ?? null,
    iterations: [...loop.iterations].map(([index, scope]) => [index, writeScope(scope, codec)]),
    attached: codec.writeLoop(loop),
  };
}

/** Reads a state back for the same plan. Throws on one that was written for another. */
export function readState(
  plan: Plan,
  settings: Settings,
  json: JsonObject,
  codec: AttachmentCodec,
): RunState {
  const written = json as unknown as WrittenState;
  const state = createState(plan, settings);
  state.steps = written.steps;
  state.failure = written.failure ?? undefined;
  state.cancelRequested = written.cancelRequested;
  state.stoppingScopes = written.stoppingScopes;
  readScope(state, state.root, written.root, codec);
  return state;
}

function readScope(state: RunState, scope: Scope, written: WrittenScope, codec: AttachmentCodec): void {
  if (written.states.length !== scope.container.nodes.length) {
    throw new Error('The state was written for another plan');
  }
  fill(scope.states, written.states);
  fill(scope.pending, written.pending);
  fill(scope.live, written.live);
  fill(
    scope.taken,
    written.taken.map((handle) => handle ?? undefined),
  );
  for (const [slot, nodeId] of written.winners) scope.winners[slot] = state.plan.byId.get(nodeId);
  scope.open = written.open;
  scope.active = written.active;
  scope.stopping = written.stopping;
  scope.failure = written.failure ?? undefined;
  codec.readScope(scope, written.attached);
  for (const run of written.runs) readRun(state, scope, run, codec);
}

function readRun(state: RunState, scope: Scope, written: WrittenRun, codec: AttachmentCodec): void {
  const node = scope.container.nodes[written.slot]!;
  const run = createRun(scope, node, written.attempt, written.startedAt);
  run.status = written.status;
  run.retryAt = written.retryAt ?? undefined;
  run.mode = written.mode ?? undefined;
  run.childRunId = written.childRunId ?? undefined;
  run.timedOut = written.timedOut;
  scope.runs[written.slot] = run;
  state.active.add(run);
  if (written.loop) run.loop = readLoop(state, run, written.loop, codec);
}

function readLoop(state: RunState, run: ActiveRun, written: WrittenLoop, codec: AttachmentCodec): LoopRun {
  const loop = createLoop(run, written.count, written.limit);
  loop.next = written.next;
  loop.stopping = written.stopping;
  loop.failure = written.failure ?? undefined;
  codec.readLoop(loop, written.attached);
  run.loop = loop;
  for (const [index, scope] of written.iterations) {
    const iteration = openIteration(loop, index);
    loop.iterations.set(index, iteration);
    readScope(state, iteration, scope, codec);
  }
  return loop;
}

function fill<T>(target: T[], source: readonly T[]): void {
  for (let index = 0; index < source.length; index += 1) target[index] = source[index]!;
}
