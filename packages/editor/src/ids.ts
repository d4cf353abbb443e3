import { ID_PATTERN, type WorkflowGraph } from '@weftwork/schema';

/** The first free id that reads like `wish`: `http`, `http_2`, `http_3`. Underscores, since a path reads them bare. */
export function freeId(wish: string, taken: ReadonlySet<string>): string {
  const stem = [...wish.replace(/_\d+$/, '')].slice(0, 56).join('') || 'node';
  if (!taken.has(wish) && isId(wish)) return wish;
  for (let number = 2; ; number += 1) {
    const id = `${stem}_${number}`;
    if (!taken.has(id)) return id;
  }
}

/** `__proto__` has the form of an id, but no document can hold it as a key, which places do. */
export function isId(text: string): boolean {
  return ID_PATTERN.test(text) && text !== '__proto__';
}

export function nodeIds(graph: WorkflowGraph): Set<string> {
  return new Set(graph.nodes.map((node) => node.id));
}

/** `e1`, `e2`, … beyond the ids in use, so that undo and redo never meet a reused one. */
export function freeEdgeId(taken: ReadonlySet<string>): string {
  for (let number = taken.size + 1; ; number += 1) {
    const id = `e${number}`;
    if (!taken.has(id)) return id;
  }
}

export function edgeIds(graph: WorkflowGraph): Set<string> {
  return new Set(graph.edges.map((edge) => edge.id));
}
