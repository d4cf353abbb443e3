/** A part of the canvas, in its own pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whole cards are drawn from here on; see `FAR_CLASSES`. */
const READABLE_ZOOM = 0.6;
/** From here on the names of cards can be told: a graph is then better seen whole than in part. */
export const NAMES_ZOOM = 0.4;
/** Below stands the zoom row. */
export const MARGIN = { left: 28, right: 28, top: 28, bottom: 52 };

/**
 * Where to look at a graph that is too large to be read as a whole: near enough to read, with `around` as close to the
 * middle as the edges of the graph allow.
 */
export function readableViewport(
  graph: Bounds,
  around: Bounds,
  screen: { readonly width: number; readonly height: number },
): { x: number; y: number; zoom: number } {
  const zoom = READABLE_ZOOM;
  return {
    zoom,
    x: offset(
      [graph.x * zoom, graph.width * zoom],
      (around.x + around.width / 2) * zoom,
      screen.width,
      MARGIN.left,
      MARGIN.right,
    ),
    y: offset(
      [graph.y * zoom, graph.height * zoom],
      (around.y + around.height / 2) * zoom,
      screen.height,
      MARGIN.top,
      MARGIN.bottom,
    ),
  };
}

function offset(
  [start, length]: readonly [number, number],
  middle: number,
  room: number,
  before: number,
  after: number,
): number {
  if (length <= room - before - after) return (room - length) / 2 - start;
  const least = room - after - (start + length);
  return Math.round(Math.min(before - start, Math.max(least, room / 2 - middle)));
}
