import type { NodeDefinitions } from '@weftwork/schema';
import { type CanvasDocument, type Point, type Size, withPlaces } from './document';
import { indexOf } from './graph-index';
import { LOOP, nodeSize } from './node-size';

type Box = Point & Size;
/** By how much a group may not be shifted: between these, it would lie on something. */
interface Forbidden {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const GAP = 8;
const GRID = 8;
/** What is further away than this is never met by a shift worth making. */
const REACH = 800;
/** More pairs than this are a group so large that its shift would help nobody. */
const MAX_PAIRS = 4000;
/** With few pairs, slanting shifts are tried too. */
const FEW_PAIRS = 24;

/**
 * Nodes that were let go on others step aside, all together by the shortest way, so that nothing overlaps. They must
 * stand in one container; in a loop they stay below its header.
 */
export function settle(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  ids: readonly string[],
): CanvasDocument {
  const { nodes, children } = indexOf(document.graph);
  const container = nodes.get(ids[0] ?? '')?.parentId;
  const moved = new Set(ids);
  const boxOf = (id: string): Box | undefined => {
    const [node, at] = [nodes.get(id), document.layout.nodes[id]];
    return node && at && { x: at.x, y: at.y, ...nodeSize(document, definitions, node) };
  };
  const group = ids.flatMap((id) => boxOf(id) ?? []);
  const others = (children.get(container ?? '') ?? []).flatMap((node) =>
    moved.has(node.id) ? [] : (boxOf(node.id) ?? []),
  );
  const forbidden = group.flatMap((box) => others.flatMap((other) => forbid(box, other)));
  if (forbidden.length > MAX_PAIRS || !forbidden.some((each) => holds(each, 0, 0))) return document;
  const least = container === undefined ? undefined : corner(group);
  const shift = shortest(forbidden, least);
  if (!shift) return document;
  const places = ids.flatMap((id) => {
    const at = document.layout.nodes[id];
    return at ? [[id, { ...at, x: at.x + shift.x, y: at.y + shift.y }] as const] : [];
  });
  return withPlaces(document, Object.fromEntries(places));
}

function forbid(box: Box, other: Box): Forbidden[] {
  const each = {
    left: other.x - box.x - box.width - GAP,
    right: other.x + other.width - box.x + GAP,
    top: other.y - box.y - box.height - GAP,
    bottom: other.y + other.height - box.y + GAP,
  };
  const near = each.left < REACH && each.right > -REACH && each.top < REACH && each.bottom > -REACH;
  return near ? [each] : [];
}

const holds = ({ left, right, top, bottom }: Forbidden, x: number, y: number) =>
  x > left && x < right && y > top && y < bottom;

/** How far up and left a group in a loop may go. */
function corner(group: readonly Box[]): Point {
  return {
    x: Math.min(0, LOOP.padding - Math.min(...group.map((box) => box.x))),
    y: Math.min(0, LOOP.header + LOOP.padding - Math.min(...group.map((box) => box.y))),
  };
}

function shortest(forbidden: readonly Forbidden[], least: Point | undefined): Point | undefined {
  const xs = [...new Set([0, ...forbidden.flatMap(({ left, right }) => [down(left), up(right)])])];
  const ys = [...new Set([0, ...forbidden.flatMap(({ top, bottom }) => [down(top), up(bottom)])])];
  const wishes =
    forbidden.length <= FEW_PAIRS
      ? xs.flatMap((x) => ys.map((y) => ({ x, y })))
      : [...xs.map((x) => ({ x, y: 0 })), ...ys.map((y) => ({ x: 0, y }))];
  return wishes
    .filter(({ x, y }) => !least || (x >= least.x && y >= least.y))
    .sort((a, b) => length(a) - length(b))
    .find(({ x, y }) => !forbidden.some((each) => holds(each, x, y)));
}

const down = (by: number) => Math.floor(by / GRID) * GRID;
const up = (by: number) => Math.ceil(by / GRID) * GRID;
const length = ({ x, y }: Point) => Math.abs(x) + Math.abs(y);
