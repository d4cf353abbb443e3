import { type NodeType, pathText } from '@weftwork/schema';
import type { NodeExecutor, NodeImplementation, NodeImplementations } from '../executor';
import type { AttemptReport, Clock, RunObserver } from '../ports';

/** The same node types, with an observer told how long each attempt of an executor took. Pure ones are left alone. */
export function observeNodes(
  nodes: NodeImplementations,
  observer: RunObserver,
  clock: Clock,
): NodeImplementations {
  const observed = Object.entries(nodes).map(([type, node]: [string, NodeImplementation]) => [
    type,
    node.executor
      ? { ...node, executor: observeExecutor(type as NodeType, node.executor, observer, clock) }
      : node,
  ]);
  return Object.fromEntries(observed) as NodeImplementations;
}

function observeExecutor(
  nodeType: NodeType,
  executor: NodeExecutor,
  observer: RunObserver,
  clock: Clock,
): NodeExecutor {
  return {
    async execute(config, ctx) {
      const startedAt = clock.monotonic();
      const tell = (outcome: AttemptReport['outcome']) => {
        const { runId, nodeId, attempt } = ctx;
        const ms = clock.monotonic() - startedAt;
        const path = pathText(ctx.iterationPath);
        observer.attemptEnded({ runId, nodeId, path, attempt, nodeType, ms, outcome });
      };
      try {
        const result = await executor.execute(config, ctx);
        tell('completed');
        return result;
      } catch (thrown) {
        tell(ctx.signal.aborted ? 'stopped' : 'failed');
        throw thrown;
      }
    },
  };
}
