import { STUB } from './edge-path';
import { type FlowEdge, type FlowNode, INPUT_HANDLE } from './flow-elements';

interface Box {
  readonly id: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Kept between an edge and the cards it passes. */
const CLEAR = 14;

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
  const lanes = new Map<string, number>();
  for (const edge of edges) {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (!source || !target || source.parentId !== target.parentId) continue;
    const lane = laneOf(
      source,
      target,
      edge.sourceHandle ?? 'default',
      containers.get(source.parentId ?? '') ?? [],
    );
    if (lane !== undefined) lanes.set(edge.id, lane - handlePoint(source, edge.sourceHandle ?? 'default').y);
  }
  return lanes;
}

function laneOf(
  source: FlowNode,
  target: FlowNode,
  handle: string,
  boxes: readonly Box[],
): number | undefined {
  const from = handlePoint(source, handle);
  const to = handlePoint(target, INPUT_HANDLE);
  const forward = to.x - from.x;
  if (forward >= 2 * STUB) {
    // In its own height, up to the turn before the target.
    const between = boxes.filter((box) => box.id !== source.id && box.id !== target.id);
    const turn = to.x - STUB - 10;
    if (!blocked(between, from.x, turn, from.y)) return undefined;
    return nearestFree(between, from.x + STUB, to.x - STUB, from.y, [to.y]);
  }
  const [left, right] = [Math.min(from.x + STUB, to.x - STUB), Math.max(from.x + STUB, to.x - STUB)];
  return nearestFree(boxes, left, right, (from.y + to.y) / 2, []);
}

function nearestFree(
  boxes: readonly Box[],
  left: number,
  right: number,
  wish: number,
  more: readonly number[],
): number | undefined {
  const inTheWay = boxes.filter((box) => box.left < right && box.right > left);
  const heights = [
    ...more,
    wish,
    ...inTheWay.flatMap((box) => [box.top - CLEAR - 10, box.bottom + CLEAR + 10]),
  ];
  const free = heights.filter((y) => !blocked(inTheWay, left, right, y));
  if (free.length === 0) return wish;
  return free.reduce((best, y) => (Math.abs(y - wish) < Math.abs(best - wish) ? y : best));
}

function blocked(boxes: readonly Box[], left: number, right: number, y: number): boolean {
  return boxes.some(
    (box) => box.left < right && box.right > left && box.top - CLEAR < y && box.bottom + CLEAR > y,
  );
}

function boxOf(node: FlowNode): Box {
  const { x, y } = node.position;
  return { id: node.id, left: x, right: x + (node.width ?? 0), top: y, bottom: y + (node.height ?? 0) };
}

function handlePoint(node: FlowNode, handle: string): { x: number; y: number } {
  const box = node.handles?.find((each) => each.id === handle);
  const { x, y } = node.position;
  if (!box) return { x: x + (handle === INPUT_HANDLE ? 0 : (node.width ?? 0)), y: y + 21 };
  return {
    x: x + box.x + (handle === INPUT_HANDLE ? 0 : (box.width ?? 0)),
    y: y + box.y + (box.height ?? 0) / 2,
  };
}
