import type { RunError } from '@weftwork/schema';
import type { Command } from './commands';
import type { ActiveRun, RunState } from './state';

/*
 * The one decision of the engine: what a run does next. `evolve` folds what happened and leaves on the agendas what
 * that asks for; here it is put in order and held to the limits of the run. The shell (`advance-run.ts` of the runtime)
 * carries the commands out and folds the events that answer them. Invariants: nothing is changed here; a run ends only
 * when nothing is on the agenda and no node run is open; a step over `maxSteps` stops the run instead of starting.
 */

/**
 * What is to be done now, in order. Reads the state and changes nothing: asked again before the answers are folded it
 * says the same. An empty answer means that only a fact from outside moves the run on.
 */
export function decide(state: RunState): Command[] {
  const commands: Command[] = [];
  let steps = state.steps;
  const { maxSteps, maxParallelism } = state.settings;
  for (let item = state.agenda.first; item; item = item.next) {
    if (startsStep(item.command) && ++steps > maxSteps) return [...commands, stepLimit(maxSteps)];
    commands.push(item.command);
  }
  let room = maxParallelism - state.executing;
  for (let item = state.executors.first; item && room > 0; item = item.next, room -= 1) {
    if (startsStep(item.command) && ++steps > maxSteps) return [...commands, stepLimit(maxSteps)];
    commands.push(item.command);
  }
  if (state.stoppingScopes > 0) windDown(state, commands);
  if (commands.length === 0 && state.active.size === 0) {
    const end = ending(state);
    if (end) commands.push(end);
  }
  return commands;
}

function startsStep(command: Command): boolean {
  switch (command.kind) {
    case 'evaluateNode':
    case 'enterLoop':
      return command.node.countsStep;
    case 'executeNode':
    case 'openGate':
    case 'startChild':
      return command.attempt === 1;
    default:
      return false;
  }
}

function stepLimit(maxSteps: number): Command {
  const error: RunError = {
    code: 'MAX_STEPS',
    message: `The run wants to start step ${maxSteps + 1}, and settings.maxSteps is ${maxSteps}. Raise it or make the graph smaller.`,
  };
  return { kind: 'stopRun', error };
}

/** What runs in scopes that stop is ended, each in its own way. */
function windDown(state: RunState, commands: Command[]): void {
  for (const run of state.active) {
    if (!run.scope.stopping) continue;
    const command = windDownOf(run);
    if (command) commands.push(command);
  }
}

function windDownOf(run: ActiveRun): Command | undefined {
  switch (run.status) {
    case 'executing':
      return { kind: 'abortNode', run };
    // What was answered already has nothing left outside to withdraw or to wait for.
    case 'gate':
      return run.fact === undefined ? { kind: 'withdrawGate', run } : { kind: 'cancelNode', run };
    case 'child':
      return run.childRunId === undefined || run.fact !== undefined
        ? { kind: 'cancelNode', run }
        : { kind: 'cancelChild', run };
    case 'retrying':
    case 'queued':
      return { kind: 'cancelNode', run };
    // An unknown outcome was taken off the books when its scope stopped; a loop ends when its iterations have.
    case 'unknown':
    case 'loop':
      return undefined;
  }
}

/** How a run ends in which nothing is left to do; a cancel beats a failure that is not written yet. */
function ending(state: RunState): Command | undefined {
  if (state.cancelRequested) return { kind: 'cancelRun' };
  if (state.failure) return { kind: 'failRun', error: state.failure };
  return state.root.open === 0 ? { kind: 'completeRun' } : undefined;
}
