import type { WorkflowGraph } from '../api/types';

type Node = WorkflowGraph['nodes'][number];

/** Looks nodes up by id; an id without a node (a graph not yet read) is its own name. */
export interface NodeNames {
  name(id: string | undefined): string;
  type(id: string | undefined): string | undefined;
  node(id: string | undefined): Node | undefined;
}

export function nodeNames(graph: WorkflowGraph | undefined): NodeNames {
  const byId = new Map(graph?.nodes.map((node) => [node.id, node]) ?? []);
  const node = (id: string | undefined) => (id === undefined ? undefined : byId.get(id));
  return {
    node,
    name: (id) => node(id)?.name || id || '',
    type: (id) => node(id)?.type,
  };
}

/** "2" or "2.1": iterations as people count them, from one, outermost first. */
export function iterationText(path: readonly number[] | undefined): string {
  return (path ?? []).map((index) => index + 1).join('.');
}
