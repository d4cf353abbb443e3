import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import { indexOf, withDescendants } from '../graph-index';

/** A node as a line of the outline. */
export interface OutlineRow {
  readonly node: WorkflowNode;
  /** Where it stands: `2`, and `2.1` inside a loop. */
  readonly order: string;
  /** 1 for the outer graph, one more for each loop around it. */
  readonly level: number;
  /** Its place among the nodes of its container, from 1, and how many those are. */
  readonly position: number;
  readonly siblings: number;
  readonly hasBody: boolean;
  readonly incoming: readonly WorkflowEdge[];
  readonly outgoing: readonly WorkflowEdge[];
}

/**
 * The graph in reading order: what runs first comes first, a branch is read to the join where it ends, and a loop's body
 * follows its loop. Bears drafts: what stands in a ring or alone comes after the rest, in the order of the document.
 */
export function outlineRows(graph: WorkflowGraph): readonly OutlineRow[] {
  const { children, in: arriving, out: leaving } = indexOf(graph);
  const rows: OutlineRow[] = [];
  const roots = rootsOf(graph);
  const list = (members: readonly WorkflowNode[], level: number, prefix: string) => {
    const ordered = inReadingOrder(members, graph);
    ordered.forEach((node, at) => {
      const body = (children.get(node.id) ?? []).filter((child) => !roots.has(child));
      const order = `${prefix}${at + 1}`;
      rows.push({
        node,
        order,
        level,
        position: at + 1,
        siblings: ordered.length,
        hasBody: body.length > 0,
        incoming: arriving.get(node.id) ?? [],
        outgoing: leaving.get(node.id) ?? [],
      });
      list(body, level + 1, `${order}.`);
    });
  };
  list([...roots], 1, '');
  return rows;
}

/** What stands at the top; also a node whose loop is gone, and loops that hold each other: all are to be seen. */
function rootsOf(graph: WorkflowGraph): ReadonlySet<WorkflowNode> {
  const { nodes } = indexOf(graph);
  const top = graph.nodes.filter((node) => node.parentId === undefined || !nodes.has(node.parentId));
  const held = withDescendants(
    graph,
    top.map((node) => node.id),
  );
  const rooted = new Set(top);
  return new Set(graph.nodes.filter((node) => rooted.has(node) || !held.has(node.id)));
}

/** Those that wait for nothing first; then always what the last one unlocked, so that a chain stays together. */
function inReadingOrder(members: readonly WorkflowNode[], graph: WorkflowGraph): readonly WorkflowNode[] {
  const { in: arriving, out: leaving } = indexOf(graph);
  const here = new Map(members.map((node) => [node.id, node]));
  const waits = new Map(
    members.map(({ id }) => [id, (arriving.get(id) ?? []).filter((edge) => here.has(edge.source)).length]),
  );
  const found: WorkflowNode[] = [];
  const done = new Set<string>();
  const ready = members.filter((node) => waits.get(node.id) === 0).reverse();
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    if (done.has(node.id)) continue;
    done.add(node.id);
    found.push(node);
    for (const { target } of [...(leaving.get(node.id) ?? [])].reverse()) {
      const left = (waits.get(target) ?? 0) - 1;
      waits.set(target, left);
      const next = here.get(target);
      if (left === 0 && next) ready.push(next);
    }
  }
  return [...found, ...members.filter((node) => !done.has(node.id))];
}
