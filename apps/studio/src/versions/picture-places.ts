import type { DiffPicture, PictureEdge, PictureNode } from './diff-picture';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PicturePlaces {
  readonly places: ReadonlyMap<string, Place>;
  /** How far below its source an edge runs where it cannot go straight, by its key. */
  readonly lanes: ReadonlyMap<string, number>;
  readonly width: number;
  readonly height: number;
}

export const CARD = { width: 140, height: 30 } as const;
const COLUMN_GAP = 38;
const LINE_GAP = 20;
const ROW_GAP = 32;
/** The signs on the corners of the first cards inside stay below the name. */
const LOOP = { top: 36, side: 14, bottom: 12 } as const;

/** Columns by the longest way from a source, broken into rows like text at `maxWidth`; loops hold their bodies. */
export function picturePlaces({ nodes, edges }: DiffPicture, maxWidth: number): PicturePlaces {
  const inside = new Map<string, PictureNode[]>();
  const known = new Set(nodes.map(({ id }) => id));
  for (const node of nodes) {
    const home = node.parentId !== undefined && known.has(node.parentId) ? node.parentId : '';
    inside.set(home, [...(inside.get(home) ?? []), node]);
  }
  const context: Context = { inside, edges, places: new Map(), lanes: new Map() };
  const { width, height } = placeGroup(context, '', maxWidth, { x: 0, y: 0 });
  return { places: context.places, lanes: context.lanes, width, height };
}

interface Context {
  readonly inside: ReadonlyMap<string, readonly PictureNode[]>;
  readonly edges: readonly PictureEdge[];
  readonly places: Map<string, Place>;
  readonly lanes: Map<string, number>;
}

interface Spot {
  readonly row: number;
  readonly column: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places a level of the graph with its top left corner at `at`, and answers its size. */
function placeGroup(context: Context, home: string, maxWidth: number, at: { x: number; y: number }): Size {
  const members = context.inside.get(home) ?? [];
  const ids = new Set(members.map(({ id }) => id));
  const edges = context.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const sizes = new Map(members.map((node) => [node.id, sizeOf(context, node, maxWidth)]));
  const columns = columnsOf(members, edges);
  const spots = new Map<string, Spot>();
  const bottoms: number[] = [];
  let [x, y, row, width, rowHeight] = [0, 0, 0, 0, 0];
  columns.forEach((column, index) => {
    const columnWidth = Math.max(...column.map(({ id }) => sizes.get(id)!.width));
    if (x > 0 && x + columnWidth > maxWidth) {
      bottoms.push(at.y + y + rowHeight);
      y += rowHeight + ROW_GAP;
      [x, rowHeight, row] = [0, 0, row + 1];
    }
    let top = y;
    for (const node of inOrder(column, edges, context.places)) {
      const size = sizes.get(node.id)!;
      const place = { x: at.x + x, y: at.y + top, ...size };
      context.places.set(node.id, place);
      spots.set(node.id, { row, column: index });
      if (context.inside.has(node.id)) {
        const corner = { x: place.x + LOOP.side, y: place.y + LOOP.top };
        placeGroup(context, node.id, maxWidth - 2 * LOOP.side, corner);
      }
      top += size.height + LINE_GAP;
    }
    rowHeight = Math.max(rowHeight, top - LINE_GAP - y);
    width = Math.max(width, x + columnWidth);
    x += columnWidth + COLUMN_GAP;
  });
  bottoms.push(at.y + y + rowHeight);
  layLanes(context, edges, spots, bottoms);
  return { width, height: y + rowHeight };
}

/** The size of a loop is that of its body, placed once to measure it. */
function sizeOf(context: Context, node: PictureNode, maxWidth: number): Size {
  if (!context.inside.has(node.id)) return CARD;
  const body = placeGroup(
    { ...context, places: new Map(), lanes: new Map() },
    node.id,
    maxWidth - 2 * LOOP.side,
    { x: 0, y: 0 },
  );
  return {
    width: Math.max(CARD.width, body.width) + 2 * LOOP.side,
    height: body.height + LOOP.top + LOOP.bottom,
  };
}

function columnsOf(members: readonly PictureNode[], edges: readonly PictureEdge[]): PictureNode[][] {
  const column = new Map(members.map(({ id }) => [id, 0]));
  // As many rounds as nodes suffice without cycles, and bound a draft that has them.
  for (let round = 0; round < members.length; round += 1) {
    let moved = false;
    for (const { source, target } of edges) {
      const next = Math.min((column.get(source) ?? 0) + 1, members.length - 1);
      if (next <= (column.get(target) ?? 0)) continue;
      column.set(target, next);
      moved = true;
    }
    if (!moved) break;
  }
  const columns: PictureNode[][] = [];
  for (const node of members) {
    const index = column.get(node.id) ?? 0;
    while (columns.length <= index) columns.push([]);
    columns[index]!.push(node);
  }
  return columns.filter((each) => each.length > 0);
}

/** What is fed from above stands above. */
function inOrder(
  column: readonly PictureNode[],
  edges: readonly PictureEdge[],
  places: ReadonlyMap<string, Place>,
): PictureNode[] {
  const height = (node: PictureNode) => {
    const near = edges.flatMap(({ source, target }) =>
      target === node.id ? (places.get(source)?.y ?? []) : [],
    );
    return near.length === 0 ? 0 : near.reduce((sum, y) => sum + y, 0) / near.length;
  };
  return column
    .map((node, index) => ({ node, index, at: height(node) }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ node }) => node);
}

/** Edges to another row, or past a column, run below the row they start in. */
function layLanes(
  context: Context,
  edges: readonly PictureEdge[],
  spots: ReadonlyMap<string, Spot>,
  bottoms: readonly number[],
): void {
  const used = new Map<number, number>();
  for (const { key, source, target } of edges) {
    const [from, to] = [spots.get(source)!, spots.get(target)!];
    if (from.row === to.row && to.column === from.column + 1) continue;
    const nth = used.get(from.row) ?? 0;
    used.set(from.row, nth + 1);
    const start = handleHeight(context.places.get(source)!);
    context.lanes.set(key, bottoms[from.row]! + 9 + (nth % 4) * 5 - start);
  }
}

/** Where edges come in and go out: in the middle of a card, at the head of a loop. */
export const handleHeight = (place: Place) => place.y + CARD.height / 2;
