import type { MapEdge, MapNode } from './graph-map';

export interface Cycle {
  /** The edge that leads back. */
  readonly edge: MapEdge;
  /** The nodes on the way round, in order. */
  readonly nodes: readonly MapNode[];
}

/** One cycle per edge that leads back onto the path it was reached by. Walks with its own stack: graphs may be long. */
export function findCycles(nodes: readonly MapNode[]): Cycle[] {
  const cycles: Cycle[] = [];
  const done = new Set<MapNode>();
  const onPath = new Map<MapNode, number>();
  for (const start of nodes) {
    if (done.has(start)) continue;
    const path: { node: MapNode; next: number }[] = [{ node: start, next: 0 }];
    onPath.set(start, 0);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const edge = top.node.out[top.next++];
      if (edge === undefined) {
        path.pop();
        onPath.delete(top.node);
        done.add(top.node);
        continue;
      }
      const from = onPath.get(edge.target);
      if (from !== undefined) {
        cycles.push({ edge, nodes: path.slice(from).map((step) => step.node) });
      } else if (!done.has(edge.target)) {
        onPath.set(edge.target, path.length);
        path.push({ node: edge.target, next: 0 });
      }
    }
  }
  return cycles;
}
