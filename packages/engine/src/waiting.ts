import type { WaitReason } from '@weftwork/schema';
import type { PlanNode } from './plan';
import type { RunState, Scope } from './state';

/** Why a run that has nothing to do waits: the first reason that applies, in the order people are told. */
export function waitReasonOf(state: RunState): WaitReason | undefined {
  const reasons = new Set<WaitReason>();
  for (const run of state.active) {
    if (run.status === 'gate') reasons.add(run.mode === 'form' ? 'input' : (run.mode ?? 'approval'));
    else if (run.status === 'unknown') reasons.add('reconcile');
    else if (run.status === 'child') reasons.add('child');
    else if (run.status === 'retrying') reasons.add('timer');
  }
  return ORDER.find((reason) => reasons.has(reason));
}

/** Whether somebody outside has to answer: a gate is open or an outcome unknown. */
export function needsPerson(state: RunState): boolean {
  for (const run of state.active) if (run.status === 'gate' || run.status === 'unknown') return true;
  return false;
}

/** A child or a backoff moves by itself: a run that waits for one of them is still running, whatever gates are open. */
const ORDER: readonly WaitReason[] = ['child', 'timer', 'approval', 'input', 'reconcile', 'signal'];

/** The sources of a node's live in-edges, each once, in edge order; with an `any` join the winner alone. */
export function liveSources(scope: Scope, node: PlanNode): readonly PlanNode[] {
  if (node.join === 'any') {
    const winner = scope.winners[node.slot];
    return winner ? [winner] : [];
  }
  const sources: PlanNode[] = [];
  for (const edge of node.in) {
    const { source } = edge;
    if (scope.taken[source.slot] === edge.handle && !sources.includes(source)) sources.push(source);
  }
  return sources;
}
