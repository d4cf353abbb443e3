import type { WorkflowGraph } from '../api/types';

type Node = WorkflowGraph['nodes'][number];

/** Looks nodes up by id; an id without a node (a graph not yet read) is its own name. */
export interface NodeNames {
  readonly graph: WorkflowGraph | undefined;
  name(id: string | undefined): string;
  type(id: string | undefined): string | undefined;
  node(id: string | undefined): Node | undefined;
}

export function nodeNames(graph: WorkflowGraph | undefined): NodeNames {
  const byId = new Map(graph?.nodes.map((node) => [node.id, node]) ?? []);
  const node = (id: string | undefined) => (id === undefined ? undefined : byId.get(id));
  return {
    graph,
    node,
    name: (id) => node(id)?.name || id || '',
    type: (id) => node(id)?.type,
  };
}

/** "2" or "2.1": iterations as people count them, from one, outermost first. */
export function iterationText(path: readonly number[] | undefined): string {
  return (path ?? []).map((index) => index + 1).join('.');
}

/** A step by its node's name, with the iteration it stands in. */
export function stepName(
  names: NodeNames,
  { nodeId, path }: { readonly nodeId: string; readonly path: readonly number[] },
): string {
  return path.length > 0 ? `${names.name(nodeId)} [${iterationText(path)}]` : names.name(nodeId);
}
