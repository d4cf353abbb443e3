import type { NodeDefinitions, WorkflowGraph, WorkflowNode } from '@weftwork/schema';
import { remapConfig } from '../references';
import { isSame } from './field-changes';

/**
 * Nodes that stand in both graphs under different ids: of one type, with one name that no other node that came or went
 * has, or alike in everything. Answers the new id by the old one.
 */
export function renamedNodes(before: WorkflowGraph, after: WorkflowGraph): Map<string, string> {
  const [old, now] = [idsOf(before), idsOf(after)];
  const gone = before.nodes.filter(({ id }) => !now.has(id));
  const came = after.nodes.filter(({ id }) => !old.has(id));
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const isMatch of [isTwin, isOnlyNamesake]) {
    for (const node of gone) {
      if (pairs.has(node.id)) continue;
      const match = came.find((other) => !taken.has(other.id) && isMatch(node, other, gone, came));
      if (!match) continue;
      pairs.set(node.id, match.id);
      taken.add(match.id);
    }
  }
  return pairs;
}

/** The graph with other ids, in edges, parents and expressions too. */
export function withIds(
  graph: WorkflowGraph,
  ids: ReadonlyMap<string, string>,
  definitions: NodeDefinitions,
): WorkflowGraph {
  if (ids.size === 0) return graph;
  const renamed = (id: string) => ids.get(id) ?? id;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const mapped = { ...remapConfig(definitions, node, ids), id: renamed(node.id) };
      return node.parentId === undefined ? mapped : { ...mapped, parentId: renamed(node.parentId) };
    }),
    edges: graph.edges.map((edge) => ({
      ...edge,
      source: renamed(edge.source),
      target: renamed(edge.target),
    })),
  };
}

function isTwin(node: WorkflowNode, other: WorkflowNode): boolean {
  return node.type === other.type && node.name === other.name && isSame(node.config, other.config);
}

function isOnlyNamesake(
  node: WorkflowNode,
  other: WorkflowNode,
  gone: readonly WorkflowNode[],
  came: readonly WorkflowNode[],
): boolean {
  if (node.type !== other.type || node.name !== other.name || node.name === '') return false;
  const alone = (list: readonly WorkflowNode[]) =>
    list.filter((each) => each.type === node.type && each.name === node.name).length === 1;
  return alone(gone) && alone(came);
}

const idsOf = (graph: WorkflowGraph) => new Set(graph.nodes.map(({ id }) => id));
