import type { WorkflowEdge } from '@weftwork/schema';
import type { Point, Size } from './document';

interface Box extends Size {
  readonly id: string;
}

/** From left to right, each from top to bottom. */
export type Columns = readonly (readonly string[])[];

const COLUMN_GAP = 56;
const ROW_GAP = 24;
const WRAP_GAP = 40;
const SWEEPS = 4;

/**
 * Places boxes in columns by their longest way from a source, ordered so that edges cross little, and breaks columns
 * into rows at `maxWidth`. Tops align, since handles sit at one height. Time grows with nodes and edges only.
 */
export function layeredPlaces(input: {
  readonly nodes: readonly Box[];
  readonly edges: readonly Pick<WorkflowEdge, 'source' | 'target'>[];
  readonly maxWidth: number;
  /** The columns and the order in each, where somebody found better ones; they must hold every box. */
  readonly columns?: Columns;
}): Map<string, Point> {
  const boxes = new Map(input.nodes.map((box) => [box.id, box]));
  const inside = input.edges.filter((edge) => boxes.has(edge.source) && boxes.has(edge.target));
  const next = neighbours(inside, (edge) => [edge.source, edge.target]);
  const previous = neighbours(inside, (edge) => [edge.target, edge.source]);
  const columns = input.columns ?? ordered(columnsOf(input.nodes, next, previous), next, previous);
  return placed(columns, boxes, previous, input.maxWidth);
}

type Neighbours = ReadonlyMap<string, readonly string[]>;

function neighbours<Edge>(edges: readonly Edge[], ends: (edge: Edge) => [string, string]): Neighbours {
  const map = new Map<string, string[]>();
  for (const edge of edges) {
    const [from, to] = ends(edge);
    const list = map.get(from);
    if (list) list.push(to);
    else map.set(from, [to]);
  }
  return map;
}

/** Kahn's walk; nodes on a cycle, which a draft may hold, come into the column where the walk got stuck. */
function columnsOf(nodes: readonly Box[], next: Neighbours, previous: Neighbours): string[][] {
  const waits = new Map(nodes.map(({ id }) => [id, previous.get(id)?.length ?? 0]));
  const column = new Map<string, number>();
  const queue = nodes.filter(({ id }) => waits.get(id) === 0).map(({ id }) => id);
  for (const id of queue) column.set(id, 0);
  const left = nodes.map(({ id }) => id);
  let at = 0;
  for (;;) {
    for (; at < queue.length; at += 1) {
      const id = queue[at]!;
      for (const to of next.get(id) ?? []) {
        column.set(to, Math.max(column.get(to) ?? 0, (column.get(id) ?? 0) + 1));
        const open = (waits.get(to) ?? 0) - 1;
        waits.set(to, open);
        if (open === 0) queue.push(to);
      }
    }
    if (queue.length === nodes.length) break;
    const done = new Set(queue);
    const stuck = left.find((id) => !done.has(id));
    if (stuck === undefined) break;
    waits.set(stuck, Number.POSITIVE_INFINITY);
    column.set(stuck, column.get(stuck) ?? 0);
    queue.push(stuck);
  }
  const columns: string[][] = [];
  for (const { id } of nodes) {
    const index = column.get(id) ?? 0;
    while (columns.length <= index) columns.push([]);
    columns[index]!.push(id);
  }
  return columns.filter((each) => each.length > 0);
}

/** Sorts each column by the middle of its neighbours' places, to and fro. */
function ordered(columns: string[][], next: Neighbours, previous: Neighbours): string[][] {
  const rank = new Map<string, number>();
  const number = (column: readonly string[]) => {
    column.forEach((id, index) => {
      rank.set(id, index - column.length / 2);
    });
  };
  for (const column of columns) number(column);
  const sort = (column: string[], near: Neighbours) => {
    const middle = new Map(
      column.map((id) => {
        const ranks = (near.get(id) ?? []).map((other) => rank.get(other) ?? 0);
        return [id, ranks.length === 0 ? (rank.get(id) ?? 0) : mean(ranks)];
      }),
    );
    column.sort((a, b) => middle.get(a)! - middle.get(b)!);
    number(column);
  };
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const column of columns) sort(column, previous);
    for (const column of [...columns].reverse()) sort(column, next);
  }
  for (const column of columns) sort(column, previous);
  return columns;
}

function placed(
  columns: readonly (readonly string[])[],
  boxes: ReadonlyMap<string, Box>,
  previous: Neighbours,
  maxWidth: number,
): Map<string, Point> {
  const places = new Map<string, Point>();
  let x = 0;
  let top = 0;
  let row: string[] = [];
  const close = () => {
    const lowest = Math.min(...row.map((id) => places.get(id)!.y));
    for (const id of row) {
      const at = places.get(id)!;
      places.set(id, { x: at.x, y: at.y - lowest + top });
    }
    top = Math.max(...row.map((id) => places.get(id)!.y + boxes.get(id)!.height)) + WRAP_GAP;
    row = [];
    x = 0;
  };
  for (const column of columns) {
    const width = Math.max(...column.map((id) => boxes.get(id)!.width));
    if (x > 0 && x + width > maxWidth) close();
    stack(column, boxes, previous, places, new Set(row), x);
    row.push(...column);
    x += width + COLUMN_GAP;
  }
  if (row.length > 0) close();
  return places;
}

/** One column from the top, each box as near to its predecessors' height as the one above it lets it. */
function stack(
  column: readonly string[],
  boxes: ReadonlyMap<string, Box>,
  previous: Neighbours,
  places: Map<string, Point>,
  row: ReadonlySet<string>,
  x: number,
): void {
  const wishes = column.map((id) => {
    const near = (previous.get(id) ?? [])
      .filter((other) => row.has(other))
      .map((other) => places.get(other)!.y);
    return near.length === 0 ? undefined : mean(near);
  });
  let free = Number.NEGATIVE_INFINITY;
  const tops = column.map((id, index) => {
    const y = Math.max(wishes[index] ?? (free === Number.NEGATIVE_INFINITY ? 0 : free), free);
    free = y + boxes.get(id)!.height + ROW_GAP;
    return y;
  });
  // What was pushed down comes back up together, so that a fan stays centred on what feeds it.
  const pushes = tops.flatMap((y, index) => (wishes[index] === undefined ? [] : [y - wishes[index]]));
  const back = pushes.length > 1 ? mean(pushes) : 0;
  column.forEach((id, index) => {
    places.set(id, { x, y: Math.round((tops[index]! - back) / 8) * 8 });
  });
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
