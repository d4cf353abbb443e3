import type { NodeDefinitions, WorkflowEdge } from '@weftwork/schema';
import { applyDiff, diffBetween, type EditorDiff } from '../diff';
import type { CanvasDocument, Point } from '../document';
import { indexOf, parentsOf } from '../graph-index';
import { definitionOf } from '../handles';
import { LOOP } from '../node-size';
import { settle } from '../settle';
import { moveNodes } from './move';
import { canPutOnEdge, putOnEdge } from './put-on-edge';
import { absolutePlace, setParent } from './set-parent';

export interface Drop {
  /** The nodes let go and where, in places of the whole canvas. */
  readonly places: Readonly<Record<string, Point>>;
  /** The loop under them; none for the open canvas. */
  readonly into: string | undefined;
  /** The edge under them. */
  readonly edgeId?: string | undefined;
  /** Go in or out even though edges are cut. */
  readonly cut?: boolean;
}

/** Ends a drag: nodes move, go into or out of a loop or onto an edge, and step aside from what they were let go on. */
export function drop(document: CanvasDocument, definitions: NodeDefinitions, wish: Drop): EditorDiff {
  const ids = Object.keys(wish.places);
  const container = containerAfter(document, definitions, wish);
  const origin = container === undefined ? { x: 0, y: 0 } : absolutePlace(document, container);
  const places = Object.fromEntries(
    ids.map((id) => {
      const at = wish.places[id]!;
      const inside = { x: at.x - origin.x, y: at.y - origin.y };
      return [id, container === undefined ? inside : belowHeader(inside)];
    }),
  );
  const stays = container === containerOf(document, ids[0] ?? '');
  const moved = applyDiff(
    document,
    stays ? moveNodes(document, places) : setParent(document, ids, container, places),
  );
  const [only] = ids;
  const { edgeId } = wish;
  const onEdge =
    ids.length === 1 && edgeId !== undefined && canPutOnEdge(moved, definitions, only ?? '', edgeId);
  if (onEdge)
    return diffBetween(document, applyDiff(moved, putOnEdge(moved, definitions, only ?? '', edgeId)));
  return diffBetween(document, settle(moved, definitions, ids));
}

/** The container that nodes stand in after a drop: the one under them, unless the rules or their edges keep them. */
export function containerAfter(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  { places, into, cut }: Drop,
): string | undefined {
  const ids = Object.keys(places);
  const now = containerOf(document, ids[0] ?? '');
  if (into === now || ids.some((id) => containerOf(document, id) !== now)) return now;
  const { nodes } = indexOf(document.graph);
  const fits = ids.every((id) => {
    const node = nodes.get(id);
    if (!node) return false;
    const definition = definitionOf(definitions, node);
    return into === undefined || (definition?.allowedInLoop === true && !isInside(document, into, id));
  });
  return fits && (cut || edgesCutBy(document, ids).length === 0) ? into : now;
}

/** The edges that lead out of a group: those that would cross a border when the group changes its container. */
export function edgesCutBy(document: CanvasDocument, ids: readonly string[]): readonly WorkflowEdge[] {
  const group = new Set(ids);
  return document.graph.edges.filter((edge) => group.has(edge.source) !== group.has(edge.target));
}

const containerOf = (document: CanvasDocument, id: string) => indexOf(document.graph).nodes.get(id)?.parentId;

const isInside = (document: CanvasDocument, id: string, loop: string) =>
  id === loop || parentsOf(document.graph, id).includes(loop);

const belowHeader = ({ x, y }: Point): Point => ({
  x: Math.max(LOOP.padding, x),
  y: Math.max(LOOP.header + LOOP.padding, y),
});
