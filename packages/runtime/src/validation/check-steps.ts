import type { JsonObject, NodeDefinitions, Settings, WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import type { Report } from './report';

/** Warns of a graph that ends itself: when nothing is skipped, a run starts more steps than `maxSteps` allows. */
export function warnOfSteps(
  graph: WorkflowGraph,
  { maxSteps, maxLoopIterations }: Settings,
  definitions: NodeDefinitions,
  report: Report,
): void {
  const bodies = new Map<string | undefined, WorkflowNode[]>();
  for (const node of graph.nodes) {
    const body = bodies.get(node.parentId);
    if (body) body.push(node);
    else bodies.set(node.parentId, [node]);
  }
  const stepsOf = (node: WorkflowNode): number => {
    const { kind, loopPolicy } = definitions[node.type];
    if (kind === 'entry' || kind === 'exit') return 0;
    if (kind !== 'loop') return 1;
    const most = Math.min(loopPolicy?.(node.config).maxIterations ?? maxLoopIterations, maxLoopIterations);
    return 1 + Math.min(iterationsOf(node.config), most) * sum(bodies.get(node.id));
  };
  const sum = (nodes: readonly WorkflowNode[] = []): number =>
    nodes.reduce((steps, node) => steps + stepsOf(node), 0);
  const steps = sum(bodies.get(undefined));
  if (steps <= maxSteps) return;
  const message = `A run may start ${steps} steps, and the setting maxSteps ends it after ${maxSteps}. Raise it, or move steps into a sub-workflow.`;
  report.atWarning('STEPS_OVER_LIMIT', '/settings/maxSteps', message);
}

/** As far as it is written out; what only a run knows counts once. */
function iterationsOf({ count, items }: JsonObject): number {
  if (typeof count === 'number') return count;
  return Array.isArray(items) ? items.length : 1;
}
