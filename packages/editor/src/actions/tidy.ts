import type { NodeDefinitions, WorkflowNode } from '@weftwork/schema';
import { diffBetween, type EditorDiff } from '../diff';
import { type CanvasDocument, noPlaces, type Point, type Size, withPlaces } from '../document';
import { indexOf } from '../graph-index';
import { definitionOf } from '../handles';
import { type Columns, layeredPlaces } from '../layered-places';
import { LOOP, nodeSize } from '../node-size';

/** An open canvas beside palette and inspector is about a third wider than high. */
const SHAPE = 1.35;
/** Five cards in a row are read at a glance at full size; loops hold four. */
const ROW = { least: 1180, leastInLoop: 960 } as const;
const GAPS = { right: 56, below: 48 } as const;

export interface TidyOptions {
  /** Only these nodes move; without it, all. */
  readonly only?: ReadonlySet<string>;
  /** Width by height of where it is looked at; rows are broken so that all of it has about this shape. */
  readonly shape?: number;
  /** Breaks rows at this width instead. */
  readonly maxWidth?: number;
  /** Columns by container ('' for the top), as `columnJobs` asks for them; others are found here. */
  readonly columns?: ReadonlyMap<string, Columns>;
}

/** What is put into columns together: the nodes of one container and the edges between them. */
export interface ColumnJob {
  readonly container: string;
  readonly nodes: readonly string[];
  readonly edges: readonly { readonly source: string; readonly target: string }[];
}

/** The work that somebody with more time than `tidy` may do for it. */
export function columnJobs(document: CanvasDocument, only?: ReadonlySet<string>): readonly ColumnJob[] {
  const { children } = indexOf(document.graph);
  return [...children].flatMap(([container, all]) => {
    const nodes = all.map(({ id }) => id).filter((id) => only?.has(id) !== false);
    const inside = new Set(nodes);
    const edges = document.graph.edges.filter(
      ({ source, target }) => inside.has(source) && inside.has(target),
    );
    return edges.length === 0 ? [] : [{ container, nodes, edges }];
  });
}

/** Lays the graph out in rows read like text: the bodies of loops first, then what is around them. */
export function tidy(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  options: TidyOptions = {},
): EditorDiff {
  let next = document;
  for (const container of containersInsideOut(document, definitions)) {
    next = tidyContainer(next, definitions, container, options);
  }
  return diffBetween(document, next);
}

/**
 * Places for nodes that have none; the rest stays. A layout marked `plain` was made by the server for a graph that came
 * without any, and is made anew.
 */
export function placeMissing(opened: CanvasDocument, definitions: NodeDefinitions): CanvasDocument {
  const document = opened.layout.plain === true ? { ...opened, layout: { nodes: noPlaces() } } : opened;
  const { nodes } = document.graph;
  const missing = nodes.filter((node) => document.layout.nodes[node.id] === undefined);
  if (missing.length === 0) return document;
  const only = missing.length === nodes.length ? undefined : new Set(missing.map((node) => node.id));
  let next = document;
  for (const container of containersInsideOut(document, definitions)) {
    next = tidyContainer(next, definitions, container, only ? { only } : {});
  }
  return next;
}

function tidyContainer(
  document: CanvasDocument,
  definitions: NodeDefinitions,
  container: string,
  { only, shape = SHAPE, maxWidth, columns }: TidyOptions,
): CanvasDocument {
  const all = indexOf(document.graph).children.get(container) ?? [];
  const nodes = only ? all.filter((node) => only.has(node.id)) : all;
  if (nodes.length === 0) return document;
  const isolated = withoutOldSizes(document, nodes);
  const boxes = nodes.map((node) => ({ id: node.id, ...nodeSize(isolated, definitions, node) }));
  const placed = layeredPlaces({
    nodes: boxes,
    edges: document.graph.edges,
    columns: columns?.get(container),
    maxWidth: maxWidth ?? rowWidth(boxes, container === '' ? ROW.least : ROW.leastInLoop, shape),
  });
  const origin = originOf(document, container, only ? nodes : undefined);
  const places = Object.fromEntries(
    nodes.flatMap((node) => {
      const at = placed.get(node.id) ?? { x: 0, y: 0 };
      const next = { x: origin.x + at.x, y: origin.y + at.y };
      const place = isolated.layout.nodes[node.id];
      const stays = place === document.layout.nodes[node.id] && place?.x === next.x && place?.y === next.y;
      return stays ? [] : [[node.id, { ...place, ...next }]];
    }),
  );
  return withPlaces(document, places);
}

/** How wide rows are: so wide that all of them together have the wished shape, and never narrower than `least`. */
function rowWidth(boxes: readonly Size[], least: number, shape: number): number {
  const area = boxes.reduce((sum, box) => sum + (box.width + GAPS.right) * (box.height + GAPS.below), 0);
  return Math.max(least, Math.sqrt(area * shape));
}

/** A tidied loop is as large as its body, whatever someone made of it before. */
function withoutOldSizes(document: CanvasDocument, nodes: readonly WorkflowNode[]): CanvasDocument {
  const places = nodes.flatMap((node) => {
    const place = document.layout.nodes[node.id];
    if (place?.width === undefined && place?.height === undefined) return [];
    const { width: _, height: __, ...rest } = place;
    return [[node.id, rest] as const];
  });
  return places.length === 0 ? document : withPlaces(document, Object.fromEntries(places));
}

function originOf(
  document: CanvasDocument,
  container: string,
  moved: readonly WorkflowNode[] | undefined,
): Point {
  const inside = container === '' ? { x: 0, y: 0 } : { x: LOOP.bodyLeft, y: LOOP.header + LOOP.padding };
  if (!moved) return inside;
  const places = moved.flatMap((node) => document.layout.nodes[node.id] ?? []);
  if (places.length === 0) return inside;
  return { x: Math.min(...places.map((at) => at.x)), y: Math.min(...places.map((at) => at.y)) };
}

function containersInsideOut(document: CanvasDocument, definitions: NodeDefinitions): string[] {
  const { children } = indexOf(document.graph);
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (container: string) => {
    seen.add(container);
    for (const node of children.get(container) ?? []) {
      if (definitionOf(definitions, node)?.kind === 'loop' && !seen.has(node.id)) visit(node.id);
    }
    order.push(container);
  };
  visit('');
  // A draft may hold nodes whose parent is gone, is no loop, or stands in them.
  for (const container of children.keys()) if (!seen.has(container)) visit(container);
  return order;
}
