import type { JsonObject } from '@weftwork/schema';

const COLUMN = 300;
const ROW = 140;
const NODE = { width: 220, height: 80 };
const PADDING = { x: 40, top: 72, bottom: 40 };

interface Box {
  x: number;
  y: number;
  width?: number;
  height?: number;
}

/**
 * Places for a graph that came without any: columns by the longest way from the left, rows by order, a loop as large
 * as its body. Only meant to be readable at once; the editor tidies better. Bears drafts that are wrong.
 */
export function plainLayout(graph: JsonObject): JsonObject {
  const nodes = (Array.isArray(graph.nodes) ? graph.nodes : []) as JsonObject[];
  const edges = (Array.isArray(graph.edges) ? graph.edges : []) as JsonObject[];
  const boxes: Record<string, Box> = {};
  const known = new Set(nodes.map((node) => node.id));
  const bodies = new Map<unknown, JsonObject[]>();
  for (const node of nodes) {
    const parent = known.has(node.parentId ?? '') && node.parentId !== node.id ? node.parentId : undefined;
    bodies.set(parent, [...(bodies.get(parent) ?? []), node]);
  }
  const placing = new Set<unknown>();

  function place(parent: unknown, offset: { x: number; y: number }): { width: number; height: number } {
    const members = bodies.get(parent) ?? [];
    placing.add(parent);
    const columns: JsonObject[][] = [];
    const depth = depths(members, edges);
    for (const node of members) {
      const column = depth.get(node.id) ?? 0;
      columns[column] = [...(columns[column] ?? []), node];
    }
    let x = offset.x;
    let height = NODE.height;
    for (const column of columns) {
      let y = offset.y;
      let widest = NODE.width;
      for (const node of column ?? []) {
        const inner =
          bodies.has(node.id) && !placing.has(node.id)
            ? place(node.id, { x: PADDING.x, y: PADDING.top })
            : undefined;
        const size = inner && {
          width: inner.width + 2 * PADDING.x,
          height: inner.height + PADDING.top + PADDING.bottom,
        };
        boxes[String(node.id)] = { x, y, ...size };
        height = Math.max(height, y - offset.y + (size?.height ?? NODE.height));
        widest = Math.max(widest, size?.width ?? 0);
        y += (size?.height ?? NODE.height) + (ROW - NODE.height);
      }
      x += widest + (COLUMN - NODE.width);
    }
    placing.delete(parent);
    return { width: Math.max(NODE.width, x - offset.x - (COLUMN - NODE.width)), height };
  }

  place(undefined, { x: 0, y: 0 });
  // The mark lets the editor lay the graph out anew; it goes with the first save from there.
  return { nodes: boxes as unknown as JsonObject, plain: true };
}

/** Longest distance from a node without in-edges, by relaxing in topological order; what lies on a cycle stays at 0. */
function depths(members: readonly JsonObject[], edges: readonly JsonObject[]): Map<unknown, number> {
  const depth = new Map<unknown, number>(members.map((node) => [node.id, 0]));
  const inner = edges.filter((edge) => depth.has(edge.source) && depth.has(edge.target));
  const open = new Map<unknown, number>(members.map((node) => [node.id, 0]));
  const next = new Map<unknown, unknown[]>();
  for (const edge of inner) {
    open.set(edge.target, (open.get(edge.target) ?? 0) + 1);
    next.set(edge.source, [...(next.get(edge.source) ?? []), edge.target]);
  }
  const ready = members.map((node) => node.id as unknown).filter((id) => open.get(id) === 0);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    for (const target of next.get(id) ?? []) {
      depth.set(target, Math.max(depth.get(target)!, depth.get(id)! + 1));
      open.set(target, open.get(target)! - 1);
      if (open.get(target) === 0) ready.push(target);
    }
  }
  return depth;
}
