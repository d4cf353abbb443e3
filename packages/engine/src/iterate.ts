import { type ActiveRun, createLoop, type LoopRun, type RunState, type Scope } from './state';

/*
 * What a loop does next, and when an iteration has ended. Only puts on the agenda: an iteration starts, completes or
 * fails when the event that says so is folded.
 */

/** Opens the loop of a node run that has started. */
export function enterLoop(state: RunState, run: ActiveRun, count: number | null): void {
  const policy = run.node.loop!;
  const cap = state.settings.maxLoopIterations;
  run.loop = createLoop(run, count, Math.min(policy.maxIterations ?? cap, cap));
  advanceLoop(state, run.loop);
}

/** Puts on the agenda what the loop does next. */
export function advanceLoop(state: RunState, loop: LoopRun): void {
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

/** Asks whether an iteration has come to its end: all settled, or wound down. */
export function checkEnd(state: RunState, scope: Scope): void {
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

/** Forgets an iteration that has ended. */
export function closeIteration(state: RunState, loop: LoopRun, iteration: Scope): void {
  iteration.end?.agenda?.remove(iteration.end);
  if (iteration.stopping) state.stoppingScopes -= 1;
  loop.iterations.delete(iteration.index);
}

export function dropLoopItem(loop: LoopRun): void {
  loop.item?.agenda?.remove(loop.item);
  loop.item = undefined;
}

/** Takes everything the loop was to do off the agenda. */
export function dropLoopItems(loop: LoopRun): void {
  dropLoopItem(loop);
  for (const item of loop.starts.values()) item.agenda?.remove(item);
  loop.starts.clear();
}
