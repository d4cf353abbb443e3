import type { EventPayload, RunError, RunEvent } from '@weftwork/schema';
import type { Command } from './commands';
import type { PlanNode } from './plan';
import {
  type ActiveRun,
  type ActiveStatus,
  findScope,
  type LoopRun,
  NODE_STATE,
  openIteration,
  type RunState,
  type Scope,
} from './state';

/*
 * Folds facts. Invariants: every node of a scope settles at most once; a scope that stops starts nothing new and ends
 * when its last active node run has ended; what is on the agenda is exactly what the facts so far ask for.
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
      startIteration(state, scope, node, event.data.index);
      break;
    case 'loop.iteration_completed':
      completeIteration(state, scope, node, event.data);
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

/** The run is to fail whatever its nodes do: a limit of the run as a whole. */
export function stopRun(state: RunState, error: RunError): void {
  state.failure ??= error;
  stopScope(state, state.root);
}

/** A loop is to fail whatever its iterations do: its own time limit. Not a fact of the log; time tells it anew. */
export function failLoopRun(state: RunState, run: ActiveRun, error: RunError): void {
  if (!run.loop || run.loop.stopping) return;
  run.loop.failure = error;
  stopLoop(state, run.loop);
}

function requestCancel(state: RunState): void {
  state.cancelRequested = true;
  stopScope(state, state.root);
}

// --- becoming ready ---

const START_COMMANDS = {
  entry: 'evaluateNode',
  exit: 'evaluateNode',
  pure: 'evaluateNode',
  executor: 'executeNode',
  gate: 'openGate',
  child: 'startChild',
  loop: 'enterLoop',
} as const;

function makeReady(state: RunState, scope: Scope, node: PlanNode): void {
  if (scope.stopping) return;
  scope.states[node.slot] = NODE_STATE.ready;
  const agenda = node.kind === 'executor' ? state.executors : state.agenda;
  scope.items[node.slot] = agenda.add({
    kind: START_COMMANDS[node.kind],
    scope,
    node,
    attempt: 1,
  } as Command);
}

function dropItem(scope: Scope, slot: number): void {
  const item = scope.items[slot];
  if (item === undefined) return;
  item.agenda?.remove(item);
  scope.items[slot] = undefined;
}

function dropRunItem(run: ActiveRun): void {
  run.item?.agenda?.remove(run.item);
  run.item = undefined;
}

// --- node runs ---

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
    becomeActive(state, known, statusOnStart(node));
    return;
  }
  if (isSettled(scope, node)) return;
  dropItem(scope, node.slot);
  scope.states[node.slot] = NODE_STATE.active;
  if (node.countsStep && attempt === 1) state.steps += 1;
  if (data.sources?.[0] !== undefined) scope.winners[node.slot] = state.plan.byId.get(data.sources[0]);
  if (node.kind === 'entry' || node.kind === 'exit' || node.kind === 'pure') return;
  const run: ActiveRun = {
    scope,
    node,
    attempt,
    startedAt,
    status: 'executing',
    fact: undefined,
    retryAt: undefined,
    mode: undefined,
    childRunId: undefined,
    timedOut: false,
    item: undefined,
    loop: undefined,
  };
  scope.runs[node.slot] = run;
  scope.active += 1;
  state.active.add(run);
  run.status = 'queued';
  becomeActive(state, run, statusOnStart(node));
  if (node.loop) enterLoop(state, run, data.count ?? null);
}

function statusOnStart(node: PlanNode): ActiveStatus {
  if (node.kind === 'gate' || node.kind === 'child' || node.kind === 'loop') return node.kind;
  return 'executing';
}

function becomeActive(state: RunState, run: ActiveRun, status: ActiveStatus): void {
  if (run.status === 'executing') state.executing -= 1;
  run.status = status;
  if (status === 'executing') state.executing += 1;
}

function isSettled(scope: Scope, node: PlanNode): boolean {
  return scope.states[node.slot]! >= NODE_STATE.completed;
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

/** Takes a node run off the books. */
function endRun(state: RunState, scope: Scope, node: PlanNode, ended: number): void {
  dropItem(scope, node.slot);
  scope.states[node.slot] = ended;
  scope.open -= 1;
  const run = scope.runs[node.slot];
  if (run === undefined) return;
  dropRunItem(run);
  if (run.loop) dropLoopItems(run.loop);
  becomeActive(state, run, 'queued');
  scope.runs[node.slot] = undefined;
  scope.active -= 1;
  state.active.delete(run);
}

/** Ends a node run and lets its out-edges settle. */
function settle(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  ended: number,
  handle: string | undefined,
): void {
  if (isSettled(scope, node)) return;
  endRun(state, scope, node, ended);
  scope.taken[node.slot] = handle;
  state.touched += 1 + node.out.length;
  if (!scope.stopping) {
    for (const edge of node.out)
      arrive(state, scope, edge.target, node, handle !== undefined && edge.handle === handle);
  }
  checkEnd(state, scope);
}

function arrive(state: RunState, scope: Scope, target: PlanNode, source: PlanNode, live: boolean): void {
  const slot = target.slot;
  const pending = scope.pending[slot]! - 1;
  scope.pending[slot] = pending;
  if (live) scope.live[slot]! += 1;
  if (scope.states[slot] !== NODE_STATE.idle) return;
  if (target.join === 'any' && live) {
    scope.winners[slot] = source;
    makeReady(state, scope, target);
  } else if (pending === 0) {
    if (scope.live[slot]! > 0) makeReady(state, scope, target);
    else makeSkipped(state, scope, target);
  }
}

function makeSkipped(state: RunState, scope: Scope, node: PlanNode): void {
  scope.states[node.slot] = NODE_STATE.ready;
  const reason = skipReason(scope, node);
  scope.items[node.slot] = state.agenda.add({ kind: 'skipNode', scope, node, reason });
}

function skipReason(scope: Scope, node: PlanNode): string {
  const causes = new Set(
    node.in.map((edge) =>
      scope.states[edge.source.slot] === NODE_STATE.skipped
        ? `${edge.source.id} was skipped`
        : `${edge.source.id} did not take ${edge.handle}`,
    ),
  );
  return [...causes].slice(0, 3).join(', ');
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
  becomeActive(state, run, status);
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
  becomeActive(state, run, 'child');
  run.childRunId = childRunId;
}

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
  run.item = state.agenda.add({ kind, run });
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

function queueAttempt(state: RunState, run: ActiveRun): void {
  becomeActive(state, run, 'queued');
  const { scope, node } = run;
  const agenda = node.kind === 'executor' ? state.executors : state.agenda;
  run.item = agenda.add({
    kind: START_COMMANDS[node.kind],
    scope,
    node,
    attempt: run.attempt + 1,
  } as Command);
}

// --- loops ---

function enterLoop(state: RunState, run: ActiveRun, count: number | null): void {
  const policy = run.node.loop!;
  const cap = state.settings.maxLoopIterations;
  const loop: LoopRun = {
    run,
    node: run.node,
    count,
    limit: Math.min(policy.maxIterations ?? cap, cap),
    concurrency: policy.over === 'while' ? 1 : policy.concurrency,
    iterations: new Map(),
    starts: new Map(),
    next: 0,
    item: undefined,
    stopping: false,
    failure: undefined,
    attached: undefined,
  };
  run.loop = loop;
  advanceLoop(state, loop);
}

/** Puts on the agenda what the loop does next. */
function advanceLoop(state: RunState, loop: LoopRun): void {
  const busy = loop.iterations.size + loop.starts.size;
  if (loop.stopping) {
    if (busy > 0 || loop.item?.agenda) return;
    loop.item = loop.failure
      ? state.agenda.add({ kind: 'failLoop', loop, error: loop.failure })
      : state.agenda.add({ kind: 'cancelNode', run: loop.run });
    return;
  }
  if (loop.count === null) {
    if (busy === 0) {
      const atLimit = loop.next >= loop.limit;
      loop.item = state.agenda.add({ kind: 'testLoop', loop, index: loop.next, atLimit });
    }
    return;
  }
  let room = loop.concurrency - busy;
  while (room > 0 && loop.next < loop.count) {
    const index = loop.next;
    loop.starts.set(index, state.agenda.add({ kind: 'startIteration', loop, index }));
    loop.next += 1;
    room -= 1;
  }
  if (loop.next >= loop.count && loop.iterations.size + loop.starts.size === 0) {
    loop.item = state.agenda.add({ kind: 'completeLoop', loop });
  }
}

function dropLoopItem(loop: LoopRun): void {
  loop.item?.agenda?.remove(loop.item);
  loop.item = undefined;
}

function dropLoopItems(loop: LoopRun): void {
  dropLoopItem(loop);
  for (const item of loop.starts.values()) item.agenda?.remove(item);
  loop.starts.clear();
}

function startIteration(state: RunState, scope: Scope, node: PlanNode, index: number): void {
  const loop = scope.runs[node.slot]?.loop;
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

function completeIteration(
  state: RunState,
  scope: Scope,
  node: PlanNode,
  data: EventPayload<'loop.iteration_completed'>,
): void {
  const loop = scope.runs[node.slot]?.loop;
  const iteration = loop?.iterations.get(data.index);
  if (!loop || !iteration) return;
  closeIteration(state, loop, iteration);
  if (data.error && node.loop!.onItemError === 'fail' && !loop.stopping) {
    loop.failure = data.error;
    stopLoop(state, loop);
  }
  advanceLoop(state, loop);
}

function closeIteration(state: RunState, loop: LoopRun, iteration: Scope): void {
  iteration.end?.agenda?.remove(iteration.end);
  if (iteration.stopping) state.stoppingScopes -= 1;
  loop.iterations.delete(iteration.index);
}

// --- ends and failures ---

/** Asks whether an iteration has come to its end: all settled, or wound down. */
function checkEnd(state: RunState, scope: Scope): void {
  const { loop } = scope;
  if (!loop || scope.end?.agenda) return;
  if (scope.stopping) {
    if (scope.active > 0) return;
    if (scope.failure && !loop.stopping) {
      scope.end = state.agenda.add({ kind: 'completeIteration', loop, scope, error: scope.failure });
    } else {
      closeIteration(state, loop, scope);
      advanceLoop(state, loop);
    }
  } else if (scope.open === 0) {
    scope.end = state.agenda.add({ kind: 'completeIteration', loop, scope });
  }
}

function failScope(state: RunState, scope: Scope, error: RunError): void {
  if (scope.loop) {
    scope.failure ??= error;
    stopScope(state, scope);
  } else {
    stopRun(state, error);
  }
}

/** Nothing new starts in the scope from here on; what runs is wound down. */
function stopScope(state: RunState, scope: Scope): void {
  state.stops += 1;
  if (!scope.stopping) {
    scope.stopping = true;
    state.stoppingScopes += 1;
    scope.end?.agenda?.remove(scope.end);
    for (let slot = 0; slot < scope.items.length; slot += 1) dropItem(scope, slot);
    for (const run of scope.runs) if (run) stopActive(state, run);
  }
  checkEnd(state, scope);
}

function stopActive(state: RunState, run: ActiveRun): void {
  dropRunItem(run);
  if (run.status === 'unknown') endRun(state, run.scope, run.node, NODE_STATE.unknown);
  else if (run.loop) stopLoop(state, run.loop);
}

function stopLoop(state: RunState, loop: LoopRun): void {
  loop.stopping = true;
  dropLoopItems(loop);
  for (const iteration of [...loop.iterations.values()]) stopScope(state, iteration);
  advanceLoop(state, loop);
}
