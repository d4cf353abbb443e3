import type { RunError } from '@weftwork/schema';
import { advanceLoop, checkEnd, dropLoopItems } from './iterate';
import { dropItem, dropRunItem } from './ready';
import { endRun } from './settle';
import { type ActiveRun, type LoopRun, NODE_STATE, type RunState, type Scope } from './state';

/*
 * Winding down. A scope that stops starts nothing new and ends when its last node run has ended; `decide` lists what
 * to abort meanwhile.
 */

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

/** A failure nobody handles: it fails the iteration, or at top level the run. */
export function failScope(state: RunState, scope: Scope, error: RunError): void {
  if (scope.loop) {
    scope.failure ??= error;
    stopScope(state, scope);
  } else {
    stopRun(state, error);
  }
}

/** Nothing new starts in the scope from here on; what runs is wound down. */
export function stopScope(state: RunState, scope: Scope): void {
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

/** No iteration starts from here on; those that run are stopped. */
export function stopLoop(state: RunState, loop: LoopRun): void {
  loop.stopping = true;
  dropLoopItems(loop);
  for (const iteration of [...loop.iterations.values()]) stopScope(state, iteration);
  advanceLoop(state, loop);
}
