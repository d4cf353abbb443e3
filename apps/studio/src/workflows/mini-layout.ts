interface MiniNode {
  readonly id: string;
  readonly type: string;
  readonly parentId?: string | undefined;
}

export interface MiniInput {
  readonly nodes: readonly MiniNode[];
  readonly edges: readonly { readonly id: string; readonly source: string; readonly target: string }[];
}

export interface MiniPlace {
  readonly node: MiniNode;
  readonly column: number;
  readonly row: number;
}

export interface MiniLayout {
  readonly nodes: readonly MiniPlace[];
  readonly edges: readonly { readonly id: string; readonly from: MiniPlace; readonly to: MiniPlace }[];
  readonly loops: readonly { readonly id: string; from: number; to: number; top: number; bottom: number }[];
  readonly columns: number;
  readonly rows: number;
}

/**
 * Columns by the longest way from the start, rows centred; a loop stands as its body, with a frame around it.
 * Good enough for a dozen nodes; the canvas has the real layout.
 */
export function placeMini(graph: MiniInput): MiniLayout {
  const body = new Map<string, MiniNode[]>();
  for (const node of graph.nodes) {
    if (node.parentId) body.set(node.parentId, [...(body.get(node.parentId) ?? []), node]);
  }
  const drawn = graph.nodes.filter((node) => !body.has(node.id));
  const edges = graph.edges.flatMap((edge) =>
    ends(edge.source, body, 'last').flatMap((source) =>
      ends(edge.target, body, 'first').map((target) => ({
        id: `${edge.id}-${source}-${target}`,
        source,
        target,
      })),
    ),
  );
  const column = columnsOf(drawn, edges);
  const byColumn = new Map<number, MiniNode[]>();
  for (const node of drawn)
    byColumn.set(column.get(node.id) ?? 0, [...(byColumn.get(column.get(node.id) ?? 0) ?? []), node]);
  const rows = Math.max(1, ...[...byColumn.values()].map((list) => list.length));
  const places = new Map<string, MiniPlace>();
  for (const [at, list] of byColumn) {
    list.forEach((node, index) => {
      places.set(node.id, { node, column: at, row: index + (rows - list.length) / 2 });
    });
  }
  return {
    nodes: [...places.values()],
    edges: edges.flatMap(({ id, source, target }) => {
      const [from, to] = [places.get(source), places.get(target)];
      return from && to ? [{ id, from, to }] : [];
    }),
    loops: [...body].map(([id, list]) => {
      const inside = list.flatMap((node) => places.get(node.id) ?? []);
      const columns = inside.map((place) => place.column);
      const lines = inside.map((place) => place.row);
      return {
        id,
        from: Math.min(...columns),
        to: Math.max(...columns),
        top: Math.min(...lines),
        bottom: Math.max(...lines),
      };
    }),
    columns: Math.max(1, ...column.values()) + 1,
    rows,
  };
}

/** A loop is entered at its first body node and left at its last. */
function ends(id: string, body: ReadonlyMap<string, readonly MiniNode[]>, end: 'first' | 'last'): string[] {
  const inside = body.get(id);
  if (!inside || inside.length === 0) return [id];
  const node = end === 'first' ? inside[0] : inside.at(-1);
  return node ? ends(node.id, body, end) : [id];
}

function columnsOf(
  nodes: readonly MiniNode[],
  edges: readonly { readonly source: string; readonly target: string }[],
): Map<string, number> {
  const column = new Map(nodes.map((node) => [node.id, 0]));
  // As many rounds as nodes suffice for a graph without cycles, and bound one that has them.
  for (let round = 0; round < nodes.length; round++) {
    let moved = false;
    for (const { source, target } of edges) {
      const next = (column.get(source) ?? 0) + 1;
      if (next > (column.get(target) ?? 0) && next < nodes.length + 1) {
        column.set(target, next);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return column;
}
