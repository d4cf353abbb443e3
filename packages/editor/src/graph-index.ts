import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@weftwork/schema';

/** Look-ups over one graph. Built once per graph object and forgotten with it. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  readonly edges: ReadonlyMap<string, WorkflowEdge>;
  readonly out: ReadonlyMap<string, readonly WorkflowEdge[]>;
  readonly in: ReadonlyMap<string, readonly WorkflowEdge[]>;
  /** Children by parent id; the empty text stands for the top level. */
  readonly children: ReadonlyMap<string, readonly WorkflowNode[]>;
}

const indexes = new WeakMap<WorkflowGraph, GraphIndex>();

export function indexOf(graph: WorkflowGraph): GraphIndex {
  const known = indexes.get(graph);
  if (known) return known;
  const index: GraphIndex = {
    nodes: new Map(graph.nodes.map((node) => [node.id, node])),
    edges: new Map(graph.edges.map((edge) => [edge.id, edge])),
    out: groupBy(graph.edges, (edge) => edge.source),
    in: groupBy(graph.edges, (edge) => edge.target),
    children: groupBy(graph.nodes, (node) => node.parentId ?? ''),
  };
  indexes.set(graph, index);
  return index;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** A node and all that stands inside it, at every depth; the node itself first. */
export function withDescendants(graph: WorkflowGraph, ids: Iterable<string>): Set<string> {
  const { children } = indexOf(graph);
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const child of children.get(id) ?? []) visit(child.id);
  };
  for (const id of ids) visit(id);
  return found;
}

/** The loops around a node, innermost first. Bears graphs whose parents form a ring. */
export function parentsOf(graph: WorkflowGraph, id: string): string[] {
  const { nodes } = indexOf(graph);
  const found: string[] = [];
  let parent = nodes.get(id)?.parentId;
  while (parent !== undefined && nodes.has(parent) && !found.includes(parent) && parent !== id) {
    found.push(parent);
    parent = nodes.get(parent)?.parentId;
  }
  return found;
}

/** Every node from which `id` can be reached along edges, nearest first. */
export function upstreamOf(graph: WorkflowGraph, id: string): string[] {
  return reach(id, (at) => (indexOf(graph).in.get(at) ?? []).map((edge) => edge.source));
}

export function downstreamOf(graph: WorkflowGraph, id: string): string[] {
  return reach(id, (at) => (indexOf(graph).out.get(at) ?? []).map((edge) => edge.target));
}

function reach(from: string, next: (id: string) => readonly string[]): string[] {
  const seen = new Set([from]);
  const queue = [from];
  for (let at = 0; at < queue.length; at += 1) {
    for (const id of next(queue[at]!)) {
      if (seen.has(id)) continue;
      seen.add(id);
      queue.push(id);
    }
  }
  return queue.slice(1);
}
