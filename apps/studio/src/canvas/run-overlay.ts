import { type CanvasDocument, definitionOf, parentsOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isTerminal, type WorkflowGraph } from '@weftwork/schema';
import { edgeStates } from '../run-state/edge-states';
import { loopProgress } from '../run-state/loop-progress';
import { nodeStates } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import type { RunOverlay } from './canvas-store';

/** The overlay of a run. What did not change since `before` keeps its identity, up to the whole. */
export function overlayOf(
  document: CanvasDocument,
  view: RunView,
  iteration: readonly number[],
  before: RunOverlay | undefined,
): RunOverlay {
  const { graph } = document;
  const loops = graph.nodes.filter((node) => definitionOf(nodeDefinitions, node)?.kind === 'loop');
  // Of a loop inside another only the iterations of one outer iteration can be shown, so it waits until one is chosen.
  const progress = new Map(
    loops.flatMap((loop) => {
      const depth = parentsOf(graph, loop.id).length;
      if (iteration.length < depth) return [];
      return [[loop.id, loopProgress(graph, view, loop.id, iteration.slice(0, depth))] as const];
    }),
  );
  const next: RunOverlay = {
    runId: view.run.id,
    ended: isTerminal(view.run.status),
    nodes: keepSame(nodeStates(view, iteration), before?.nodes),
    edges: keepSame(edgeStates(graph, view, iteration), before?.edges),
    loops: keepSame(progress, before?.loops),
  };
  return before && isSame(next, before) ? before : next;
}

/** Whether a run is drawn over both graphs alike: names and settings do not matter to it. */
export function drawsAlike(now: WorkflowGraph, before: WorkflowGraph): boolean {
  return (
    now === before ||
    (now.edges === before.edges &&
      now.nodes.length === before.nodes.length &&
      now.nodes.every((node, index) => {
        const old = before.nodes[index]!;
        return (
          node === old || (node.id === old.id && node.type === old.type && node.parentId === old.parentId)
        );
      }))
  );
}

/** The new entries, with the old object wherever it says the same. */
export function keepSame<Value extends object>(
  now: ReadonlyMap<string, Value>,
  before: ReadonlyMap<string, Value> | undefined,
): ReadonlyMap<string, Value> {
  if (!before) return now;
  let changed = now.size !== before.size;
  const kept = new Map<string, Value>();
  for (const [key, value] of now) {
    const old = before.get(key);
    const same = old !== undefined && isSame(old, value);
    if (!same) changed = true;
    kept.set(key, same ? old : value);
  }
  return changed ? kept : before;
}

function isSame(a: object, b: object): boolean {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  if (left.length !== right.length) return false;
  return left.every(([key, value]) => {
    const other = (b as Record<string, unknown>)[key];
    if (value === other) return true;
    return Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other);
  });
}
