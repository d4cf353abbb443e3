import { STUB } from './edge-path';
import { type FlowEdge, type FlowNode, handlePoint, INPUT_HANDLE } from './flow-elements';
import { type Box, createShelf, type Shelf } from './shelf';

/** Kept between an edge and the cards it passes. */
const CLEAR = 14;
/** An edge that would have to pass more cards than this goes straight through. */
const MAX_DETOURS = 60;

/**
 * How far below its source an edge passes the cards in its way, by edge id; edges that go straight are left out. Each is
 * tried at its own height first, then at those of its ends, then along the borders of what blocks it, nearest first.
 */
export function edgeLanes(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const containers = new Map<string, Box[]>();
  for (const node of nodes) {
    const box = boxOf(node);
    const group = containers.get(node.parentId ?? '');
    if (group) group.push(box);
    else containers.set(node.parentId ?? '', [box]);
  }
  const shelves = new Map([...containers].map(([id, boxes]) => [id, createShelf(boxes)]));
  const lanes = new Map<string, number>();
  for (const edge of edges) {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (!source || !target || source.parentId !== target.parentId) continue;
    const handle = edge.sourceHandle ?? 'default';
    const lane = laneOf(source, target, handle, shelves.get(source.parentId ?? '')!);
    if (lane !== undefined) lanes.set(edge.id, lane - handlePoint(source, handle).y);
  }
  return lanes;
}

function laneOf(source: FlowNode, target: FlowNode, handle: string, shelf: Shelf): number | undefined {
  const from = handlePoint(source, handle);
  const to = handlePoint(target, INPUT_HANDLE);
  if (to.x - from.x >= 2 * STUB) {
    // In its own height, up to the turn before the target.
    const ends = new Set([source.id, target.id]);
    if (blockers(shelf, from.x, to.x - STUB - 10, from.y, ends).length === 0) return undefined;
    return nearestFree(shelf, from.x + STUB, to.x - STUB, from.y, ends, to.y);
  }
  const [left, right] = [Math.min(from.x + STUB, to.x - STUB), Math.max(from.x + STUB, to.x - STUB)];
  return nearestFree(shelf, left, right, (from.y + to.y) / 2, new Set());
}

function blockers(
  shelf: Shelf,
  left: number,
  right: number,
  y: number,
  except: ReadonlySet<string>,
): readonly Box[] {
  return shelf.within(left, right, y - CLEAR, y + CLEAR).filter((box) => !except.has(box.id));
}

/** The free height nearest to the wish; `other` is one more worth a try. */
function nearestFree(
  shelf: Shelf,
  left: number,
  right: number,
  wish: number,
  except: ReadonlySet<string>,
  other?: number,
): number {
  const isFree = (y: number) => blockers(shelf, left, right, y, except).length === 0;
  const found = [freeTowards(-1), freeTowards(1)];
  if (other !== undefined && isFree(other)) found.push(other);
  const free = found.filter((y) => y !== undefined);
  return free.reduce((best, y) => (Math.abs(y - wish) < Math.abs(best - wish) ? y : best), free[0] ?? wish);

  function freeTowards(sign: 1 | -1): number | undefined {
    let y = wish;
    for (let tries = 0; tries < MAX_DETOURS; tries += 1) {
      const inTheWay = blockers(shelf, left, right, y, except);
      if (inTheWay.length === 0) return y;
      y =
        sign > 0
          ? Math.max(...inTheWay.map((box) => box.bottom)) + CLEAR + 10
          : Math.min(...inTheWay.map((box) => box.top)) - CLEAR - 10;
    }
    return undefined;
  }
}

function boxOf(node: FlowNode): Box {
  const { x, y } = node.position;
  return { id: node.id, left: x, right: x + (node.width ?? 0), top: y, bottom: y + (node.height ?? 0) };
}
