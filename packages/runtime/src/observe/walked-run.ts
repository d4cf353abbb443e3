import type { WalkedRun } from '../ports';
import type { Walker } from '../walker/walker';

/** A run as its walker holds it, for whoever tells of its events. */
export function walkedRun(walker: Walker | undefined): WalkedRun | undefined {
  if (!walker) return undefined;
  const { newRun, version, run } = walker;
  return {
    run: newRun,
    origin: run.origin,
    workflowName: version.workflowName,
    nodeOf(nodeId) {
      const planned = version.plan.byId.get(nodeId);
      if (!planned) return undefined;
      const { type, parentId } = planned.node;
      return { type, parentId, isEffect: version.nodes[planned.index]!.executor !== undefined };
    },
  };
}
