import type { RunError } from '@weftwork/schema';
import type { Command } from './commands';
import type { ActiveRun, RunState } from './state';

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
    case 'gate':
      return { kind: 'withdrawGate', run };
    case 'child':
      return run.childRunId === undefined ? { kind: 'cancelNode', run } : { kind: 'cancelChild', run };
    case 'retrying':
    case 'queued':
      return { kind: 'cancelNode', run };
    case 'unknown':
    case 'loop':
      return undefined;
  }
}

function ending(state: RunState): Command | undefined {
  if (state.cancelRequested) return { kind: 'cancelRun' };
  if (state.failure) return { kind: 'failRun', error: state.failure };
  return state.root.open === 0 ? { kind: 'completeRun' } : undefined;
}
