import type { NodeDefinitions } from '@weftwork/schema';
import type { CanvasDocument, Point, Size } from './document';
import { indexOf } from './graph-index';
import { nodeSize } from './node-size';

/** Between a card and the next in its row. */
export const NODE_GAP = 56;
const GRID = 8;
const LEAST_GAP = 16;
const BELOW = 24;
/** Least room before and behind a card that is put between two. */
const SHOULDER = 32;

export const snap = (length: number) => Math.round(length / GRID) * GRID;
export const snapPoint = ({ x, y }: Point): Point => ({ x: snap(x), y: snap(y) });

/** The first place at or below a point where a card overlaps nothing. */
export function freeSpot(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  wish: Point,
  size: Size,
  parentId?: string,
  except?: string,
): Point {
  const spot: { x: number; y: number } = { ...snapPoint(wish) };
  const others = (indexOf(document.graph).children.get(parentId ?? '') ?? []).flatMap((node) => {
    const at = document.layout.nodes[node.id];
    return at && node.id !== except ? [{ ...at, ...nodeSize(document, definitions, node) }] : [];
  });
  for (let tries = 0; tries <= others.length; tries += 1) {
    const blocked = others.find(
      (box) =>
        spot.x < box.x + box.width + LEAST_GAP &&
        spot.x + size.width + LEAST_GAP > box.x &&
        spot.y < box.y + box.height + LEAST_GAP &&
        spot.y + size.height + LEAST_GAP > box.y,
    );
    if (!blocked) break;
    spot.y = snap(blocked.y + blocked.height + BELOW);
  }
  return spot;
}

/** Where the next card behind a node goes: right of it, in its row. */
export function rightOf(document: CanvasDocument, definitions: NodeDefinitions, id: string): Point {
  const at = document.layout.nodes[id] ?? { x: 0, y: 0 };
  const node = indexOf(document.graph).nodes.get(id);
  return { x: at.x + (node ? nodeSize(document, definitions, node).width : 0) + NODE_GAP, y: at.y };
}

/**
 * The middle of an edge, or where its target stands when there is too little room: then the target and all behind it
 * move on by `push`.
 */
export function betweenEnds(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  ends: { readonly source: string; readonly target: string },
  size: Size,
  except?: string,
): { at: Point; push: number } {
  const from = rightOf(document, definitions, ends.source);
  const target = document.layout.nodes[ends.target] ?? from;
  const room = target.x - (from.x - NODE_GAP);
  if (room < size.width + 2 * SHOULDER) {
    // Backwards or close: the new node takes the target's place in its row.
    return { at: { x: target.x, y: target.y }, push: size.width + NODE_GAP };
  }
  const at = { x: from.x - NODE_GAP + (room - size.width) / 2, y: target.y };
  const parentId = indexOf(document.graph).nodes.get(ends.target)?.parentId;
  return { at: freeSpot(document, definitions, at, size, parentId, except), push: 0 };
}
