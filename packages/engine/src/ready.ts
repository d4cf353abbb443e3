import type { Command } from './commands';
import type { PlanNode } from './plan';
import { type ActiveRun, type ActiveStatus, NODE_STATE, type RunState, type Scope } from './state';

/*
 * What can start: putting commands on the agendas and taking them off. Executors wait on an agenda of their own, for
 * a parallelism slot.
 */

const START_COMMANDS = {
  entry: 'evaluateNode',
  exit: 'evaluateNode',
  pure: 'evaluateNode',
  executor: 'executeNode',
  gate: 'openGate',
  child: 'startChild',
  loop: 'enterLoop',
} as const;

/** All that had to come before has: the node may start, unless its scope stops. */
export function makeReady(state: RunState, scope: Scope, node: PlanNode): void {
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

/** Puts the next attempt of a node run on its agenda. */
export function queueAttempt(state: RunState, run: ActiveRun): void {
  setStatus(state, run, 'queued');
  const { scope, node } = run;
  const agenda = node.kind === 'executor' ? state.executors : state.agenda;
  run.item = agenda.add({
    kind: START_COMMANDS[node.kind],
    scope,
    node,
    attempt: run.attempt + 1,
  } as Command);
}

/** Takes what a node waits for off its agenda. */
export function dropItem(scope: Scope, slot: number): void {
  const item = scope.items[slot];
  if (item === undefined) return;
  item.agenda?.remove(item);
  scope.items[slot] = undefined;
}

/** The same for a node run that has started. */
export function dropRunItem(run: ActiveRun): void {
  run.item?.agenda?.remove(run.item);
  run.item = undefined;
}

/**
 * Changes what a node run does, and counts the parallelism slots it holds. A slot stands for an attempt that is in flight
 * here: one whose outcome is unknown holds none, or a run with a single slot would stand still until somebody looked. What
 * an unknown outcome keeps is its intent, which no other attempt may take before a person settled it.
 */
export function setStatus(state: RunState, run: ActiveRun, status: ActiveStatus): void {
  if (run.status === 'executing') state.executing -= 1;
  run.status = status;
  if (status === 'executing') state.executing += 1;
}
