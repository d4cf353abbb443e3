import type { NodeDefinitions } from '@weftwork/schema';
import { type CanvasDocument, withPlaces } from './document';
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
    .filter((node) => isContainer(definitions, node) && known.has(node.id))
    .map((node) => ({ node, depth: parentsOf(after.graph, node.id).length }))
    .sort((a, b) => b.depth - a.depth);
  let next = after;
  for (const { node } of loops) {
    const old = nodeSize(before, definitions, known.get(node.id)!);
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
