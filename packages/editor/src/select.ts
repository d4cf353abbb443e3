import { absolutePlace } from './actions/set-parent';
import type { CanvasDocument } from './document';
import { downstreamOf, indexOf, upstreamOf } from './graph-index';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The node an arrow key leads to: along edges to the sides, to the nearest in the same container up and down. */
export function walk(document: CanvasDocument, from: string, direction: Direction): string | undefined {
  const { nodes, in: arriving, out: leaving, children } = indexOf(document.graph);
  const node = nodes.get(from);
  if (!node) return document.graph.nodes[0]?.id;
  if (direction === 'right') return leaving.get(from)?.[0]?.target ?? children.get(from)?.[0]?.id;
  if (direction === 'left') return arriving.get(from)?.[0]?.source ?? node.parentId;
  const here = absolutePlace(document, from);
  const sign = direction === 'down' ? 1 : -1;
  const ahead = (children.get(node.parentId ?? '') ?? []).flatMap((other) => {
    const at = absolutePlace(document, other.id);
    const distance = (at.y - here.y) * sign;
    return distance > 0 ? [{ id: other.id, cost: distance + Math.abs(at.x - here.x) * 2 }] : [];
  });
  return ahead.sort((a, b) => a.cost - b.cost)[0]?.id;
}

/** The selection grown along edges, with the stream or against it. */
export function extend(document: CanvasDocument, ids: readonly string[], direction: Direction): string[] {
  const reach = direction === 'left' || direction === 'up' ? upstreamOf : downstreamOf;
  return [...new Set([...ids, ...ids.flatMap((id) => reach(document.graph, id))])];
}

/** Of a selection, the nodes whose loop is not selected with them: those that move and copy by themselves. */
export function rootsOf(document: CanvasDocument, ids: readonly string[]): string[] {
  const chosen = new Set(ids);
  const { nodes } = indexOf(document.graph);
  return ids.filter((id) => !chosen.has(nodes.get(id)?.parentId ?? ''));
}
