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
    nodeOf: (nodeId) => version.plan.byId.get(nodeId)?.node,
  };
}
