import { writeSkipReason } from '@weftwork/schema';
import { checkEnd, dropLoopItems } from './iterate';
import type { PlanNode } from './plan';
import { dropItem, dropRunItem, makeReady, setStatus } from './ready';
import { NODE_STATE, type RunState, type Scope } from './state';

/*
 * Ends of node runs, and what follows along their out-edges: joins that become ready, nodes that are skipped. A node
 * settles at most once in its scope.
 */

/** Ends a node run and lets its out-edges settle. */
export function settle(
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

/** Whether the node has ended in this scope, in whatever way. */
export function isSettled(scope: Scope, node: PlanNode): boolean {
  return scope.states[node.slot]! >= NODE_STATE.completed;
}

/** Takes a node run off the books. */
export function endRun(state: RunState, scope: Scope, node: PlanNode, ended: number): void {
  dropItem(scope, node.slot);
  scope.states[node.slot] = ended;
  scope.open -= 1;
  const run = scope.runs[node.slot];
  if (run === undefined) return;
  dropRunItem(run);
  if (run.loop) dropLoopItems(run.loop);
  setStatus(state, run, 'queued');
  scope.runs[node.slot] = undefined;
  scope.active -= 1;
  state.active.delete(run);
}

/** One in-edge of `target` has settled, taken or not. */
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
  return writeSkipReason(
    node.in.map(({ source, handle }) =>
      scope.states[source.slot] === NODE_STATE.skipped
        ? { kind: 'skipped', nodeId: source.id }
        : { kind: 'not_taken', nodeId: source.id, handle },
    ),
  );
}
