import type { EventPayload, RunError, RunEvent } from '@weftwork/schema';
import { advanceLoop, checkEnd, closeIteration, dropLoopItem, enterLoop } from './iterate';
import type { PlanNode } from './plan';
import { dropItem, dropRunItem, makeReady, queueAttempt, setStatus } from './ready';
import { endRun, isSettled, settle } from './settle';
import {
  type ActiveRun,
  type ActiveStatus,
  createRun,
  findScope,
  type LoopRun,
  NODE_STATE,
  openIteration,
  type RunState,
  type Scope,
} from './state';
import { failScope, stopLoop, stopScope } from './stop';

/*
 * Folds facts, one case each: `ready.ts` knows what can start, `settle.ts` what follows an end, `iterate.ts` what a
 * loop does next, `stop.ts` how things wind down. Invariants: every node of a scope settles at most once; a scope that
 * stops starts nothing new and ends when its last active node run has ended; what is on the agenda is exactly what the
 * facts so far ask for.
 */

/** Puts the start node on the agenda. Call once on a fresh state, before the first event. */
export function begin(state: RunState): RunState {
  for (const node of state.plan.root.entries) makeReady(state, state.root, node);
  return state;
}

/** Folds one fact into the state, in place, and gives the state back. Facts that concern nothing open are ignored. */
export function evolve(state: RunState, event: RunEvent): RunState {
  if (event.type === 'run.cancel_requested') requestCancel(state);
  if (event.nodeId === undefined) return state;
  const node = state.plan.byId.get(event.nodeId);
  const scope = node && findScope(state, node, event.iterationPath);
  if (!node || !scope) return state;
  switch (event.type) {
    case 'node.started':
      start(state, scope, node, event.attempt ?? 1, event.occurredAt, event.data);
      break;
    case 'node.completed':
      complete(state, scope, node, event.data.handle ?? 'default', event.data.sources);
      break;
    case 'node.failed':
      fail(state, scope, node, event.data);
      break;
    case 'node.skipped':
      settle(state, scope, node, NODE_STATE.skipped, undefined);
      break;
    case 'node.cancelled':
      settle(state, scope, node, NODE_STATE.cancelled, undefined);
      break;
    case 'node.retrying':
      suspend(state, scope, node, 'retrying', Date.parse(event.data.retryAt));
      break;
    case 'node.unknown':
      becomeUnknown(state, scope, node);
      break;
    case 'gate.opened':
      openGate(scope, node, event.data.mode);
      break;
    case 'child.started':
      startChild(state, scope, node, event.data.childRunId);
      break;
    case 'gate.decided':
      receive(state, scope, node, 'gate', 'finishGate', event.data);
      break;
    case 'child.ended':
      if (scope.runs[node.slot]?.childRunId === event.data.childRunId) {
        receive(state, scope, node, 'child', 'finishChild', event.data);
      }
      break;
    case 'node.settled':
      settleUnknown(state, scope, node, event.data);
      break;
    case 'loop.iteration_started':
      evolveIterationStarted(state, scope.runs[node.slot]?.loop, event.data.index);
      break;
    case 'loop.iteration_completed':
      evolveIterationCompleted(state, scope.runs[node.slot]?.loop, event.data.index, event.data.error);
      break;
    default:
      break;
  }
  return state;
}

/** A pure node run as one fact: what `node.started` and `node.completed` of attempt 1 fold to. */
export function evolvePure(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  handle: string,
  sources?: readonly string[],
): void {
  if (node.countsStep) state.steps += 1;
  complete(state, scope, node, handle, sources);
}

/** A retry is due: its next attempt may start as soon as a slot is free. Not a fact of the log; time tells it anew. */
export function retryDue(state: RunState, run: ActiveRun): void {
  if (run.status !== 'retrying' || run.scope.stopping) return;
  queueAttempt(state, run);
}

function requestCancel(state: RunState): void {
  state.cancelRequested = true;
  stopScope(state, state.root);
}

// --- node runs ---

/** A new node run, or the next attempt of one that is known. */
function start(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  attempt: number,
  startedAt: number,
  data: EventPayload<'node.started'>,
): void {
  const known = scope.runs[node.slot];
  if (known) {
    if (attempt <= known.attempt) return;
    dropRunItem(known);
    known.attempt = attempt;
    known.startedAt = startedAt;
    known.retryAt = undefined;
    known.childRunId = undefined;
    known.timedOut = false;
    known.fact = undefined;
    setStatus(state, known, statusOnStart(node));
    return;
  }
  if (isSettled(scope, node)) return;
  dropItem(scope, node.slot);
  scope.states[node.slot] = NODE_STATE.active;
  if (node.countsStep && attempt === 1) state.steps += 1;
  if (data.sources?.[0] !== undefined) scope.winners[node.slot] = state.plan.byId.get(data.sources[0]);
  if (node.kind === 'entry' || node.kind === 'exit' || node.kind === 'pure') return;
  const run = createRun(scope, node, attempt, startedAt);
  scope.runs[node.slot] = run;
  scope.active += 1;
  state.active.add(run);
  setStatus(state, run, statusOnStart(node));
  if (node.loop) enterLoop(state, run, data.count ?? null);
}

function statusOnStart(node: PlanNode): ActiveStatus {
  if (node.kind === 'gate' || node.kind === 'child' || node.kind === 'loop') return node.kind;
  return 'executing';
}

function complete(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  handle: string,
  sources: readonly string[] | undefined,
): void {
  if (sources?.[0] !== undefined) scope.winners[node.slot] = state.plan.byId.get(sources[0]);
  settle(state, scope, node, NODE_STATE.completed, handle);
}

function fail(state: RunState, scope: Scope, node: PlanNode, data: EventPayload<'node.failed'>): void {
  if (data.handle !== undefined) {
    settle(state, scope, node, NODE_STATE.failed, data.handle);
  } else if (!isSettled(scope, node)) {
    endRun(state, scope, node, NODE_STATE.failed);
    failScope(state, scope, data.error);
  }
}

// --- waits ---

function suspend(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  status: ActiveStatus,
  retryAt?: number,
): void {
  const run = scope.runs[node.slot];
  if (!run) return;
  dropRunItem(run);
  setStatus(state, run, status);
  run.retryAt = retryAt;
}

/** An unknown outcome holds the run until a person settles it, unless the scope is winding down: then it stays as it is. */
function becomeUnknown(state: RunState, scope: Scope, node: PlanNode): void {
  if (scope.stopping) {
    if (isSettled(scope, node)) return;
    endRun(state, scope, node, NODE_STATE.unknown);
    checkEnd(state, scope);
    return;
  }
  suspend(state, scope, node, 'unknown');
}

function openGate(scope: Scope, node: PlanNode, mode: ActiveRun['mode']): void {
  const run = scope.runs[node.slot];
  if (run) run.mode = mode;
}

function startChild(state: RunState, scope: Scope, node: PlanNode, childRunId: string): void {
  const run = scope.runs[node.slot];
  if (!run) return;
  setStatus(state, run, 'child');
  run.childRunId = childRunId;
}

/** An answer came from outside: the shell finishes the node run with it. */
function receive(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  status: ActiveStatus,
  kind: 'finishGate' | 'finishChild' | 'applySettlement',
  fact: unknown,
): void {
  const run = scope.runs[node.slot];
  if (run?.status !== status || run.item?.agenda) return;
  run.fact = fact;
  // In a scope that stops nobody needs the answer: that it came is enough to wind down.
  if (!scope.stopping) run.item = state.agenda.add({ kind, run });
}

function settleUnknown(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  data: EventPayload<'node.settled'>,
): void {
  const run = scope.runs[node.slot];
  if (run?.status !== 'unknown') return;
  if (data.outcome === 'again') queueAttempt(state, run);
  else receive(state, scope, node, 'unknown', 'applySettlement', data);
}

// --- iterations ---

/** What `loop.iteration_started` folds to. */
export function evolveIterationStarted(state: RunState, loop: LoopRun | undefined, index: number): void {
  if (!loop || loop.stopping || loop.iterations.has(index)) return;
  dropLoopItem(loop);
  const item = loop.starts.get(index);
  if (item) {
    item.agenda?.remove(item);
    loop.starts.delete(index);
  }
  loop.next = Math.max(loop.next, index + 1);
  const iteration = openIteration(loop, index);
  loop.iterations.set(index, iteration);
  state.touched += 1 + iteration.container.entries.length;
  for (const entry of iteration.container.entries) makeReady(state, iteration, entry);
  checkEnd(state, iteration);
}

/** What `loop.iteration_completed` folds to. */
export function evolveIterationCompleted(
  state: RunState,
  loop: LoopRun | undefined,
  index: number,
  error?: RunError,
): void {
  const iteration = loop?.iterations.get(index);
  if (!loop || !iteration) return;
  closeIteration(state, loop, iteration);
  if (error && loop.node.loop!.onItemError === 'fail' && !loop.stopping) {
    loop.failure = error;
    stopLoop(state, loop);
  }
  advanceLoop(state, loop);
}
