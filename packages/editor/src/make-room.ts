import type { NodeDefinitions } from '@weftwork/schema';
import { type CanvasDocument, type Size, withPlaces } from './document';
import { indexOf, parentsOf } from './graph-index';
import { isContainer, nodeSize } from './node-size';

/**
 * A loop that grew with its body pushes what stands right of it and below it, so that nothing overlaps; the loops
 * around it grow in their turn, the innermost first. What shrank leaves its neighbours where they are.
 */
export function makeRoom(
  before: CanvasDocument,
  after: CanvasDocument,
  definitions: NodeDefinitions,
): CanvasDocument {
  if (before.layout === after.layout && before.graph === after.graph) return after;
  const known = indexOf(before.graph).nodes;
  const loops = after.graph.nodes
    .filter(
      (node) => isContainer(definitions, node) && (known.has(node.id) || tookIn(before, after, node.id)),
    )
    .map((node) => ({ node, depth: parentsOf(after.graph, node.id).length }))
    .sort((a, b) => b.depth - a.depth);
  let next = after;
  for (const { node } of loops) {
    const stood = known.get(node.id);
    const old = stood ? nodeSize(before, definitions, stood) : roomOf(before, after, definitions, node.id);
    const now = nodeSize(next, definitions, node);
    const [right, down] = [Math.max(0, now.width - old.width), Math.max(0, now.height - old.height)];
    const at = next.layout.nodes[node.id];
    if (!at || (right === 0 && down === 0)) continue;
    const siblings = (indexOf(next.graph).children.get(node.parentId ?? '') ?? []).filter(
      (each) => each.id !== node.id,
    );
    const moved = siblings.flatMap((each) => {
      const place = next.layout.nodes[each.id];
      if (!place) return [];
      const size = nodeSize(next, definitions, each);
      const inRow = place.y < at.y + old.height && place.y + size.height > at.y;
      const x = inRow && place.x >= at.x + old.width ? place.x + right : place.x;
      const y = place.y >= at.y + old.height ? place.y + down : place.y;
      return x === place.x && y === place.y ? [] : [[each.id, { ...place, x, y }] as const];
    });
    if (moved.length > 0) next = withPlaces(next, Object.fromEntries(moved));
  }
  return next;
}

/** A new loop around nodes that were there before: they stood where it stands now. */
function tookIn(before: CanvasDocument, after: CanvasDocument, loop: string): boolean {
  return bodyBefore(before, after, loop).length > 0;
}

const bodyBefore = (before: CanvasDocument, after: CanvasDocument, loop: string) =>
  (indexOf(after.graph).children.get(loop) ?? []).flatMap(
    (node) => indexOf(before.graph).nodes.get(node.id) ?? [],
  );

/** The room that the body of a new loop took before the loop came. */
function roomOf(
  before: CanvasDocument,
  after: CanvasDocument,
  definitions: NodeDefinitions,
  loop: string,
): Size {
  const boxes = bodyBefore(before, after, loop).map((node) => ({
    ...(before.layout.nodes[node.id] ?? { x: 0, y: 0 }),
    ...nodeSize(before, definitions, node),
  }));
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  return {
    width: Math.max(...boxes.map((box) => box.x + box.width)) - left,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - top,
  };
}
