import type { RunOverlay } from '../canvas-store';
import type { FlowEdge } from '../flow-elements';
import type { FarColours } from './far-colours';
import { cornersOf, type Rect, type Scene, type SceneBox } from './far-scene';

export interface FarView {
  readonly scene: Scene;
  readonly edges: readonly FlowEdge[];
  readonly overlay: RunOverlay | undefined;
  readonly colours: FarColours;
  /** Of the viewport: what is added to x and y, and the zoom. */
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
}

/** Signs keep their size on the screen, or nobody would find what failed. */
const SIGN = 14;

/** Draws a graph seen from far away: rectangles in the colour of their state, edges as thin lines, no words. */
export function drawFar(context: CanvasRenderingContext2D, view: FarView): void {
  const { transform, width, height, scene, overlay, colours } = view;
  const [dx, dy, zoom] = transform;
  const seen = { x: -dx / zoom, y: -dy / zoom, width: width / zoom, height: height / zoom };
  context.clearRect(0, 0, width, height);
  const boxes = scene.boxes.filter((box) => touches(box, seen));
  context.save();
  context.translate(dx, dy);
  context.scale(zoom, zoom);
  for (const box of boxes) if (box.isLoop) drawLoop(context, box, view);
  drawEdges(context, view, seen, 1 / zoom);
  for (const box of boxes) if (!box.isLoop) drawCard(context, box, view);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2 / zoom;
  for (const { selected, x, y, width, height } of boxes) {
    const away = 3 / zoom;
    if (selected) context.strokeRect(x - away, y - away, width + 2 * away, height + 2 * away);
  }
  context.restore();
  for (const box of boxes) {
    const status = overlay?.nodes.get(box.id)?.status;
    if (status === 'failed' || status === 'unknown' || status === 'awaiting_input') {
      const at = { x: (box.x + box.width / 2) * zoom + dx, y: (box.y + box.height / 2) * zoom + dy };
      drawSign(context, at, status === 'awaiting_input', colours, colours.status[status] ?? colours.idle);
    }
  }
}

function touches(box: Rect, seen: Rect): boolean {
  return (
    box.x < seen.x + seen.width &&
    box.x + box.width > seen.x &&
    box.y < seen.y + seen.height &&
    box.y + box.height > seen.y
  );
}

function drawLoop(
  context: CanvasRenderingContext2D,
  box: SceneBox,
  { overlay, colours, transform }: FarView,
) {
  const status = overlay?.nodes.get(box.id)?.status;
  context.fillStyle = colours.loop;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.strokeStyle = (status && colours.status[status]) ?? colours.loopLine;
  context.lineWidth = (status ? 2 : 1) / transform[2];
  context.strokeRect(box.x, box.y, box.width, box.height);
  context.fillStyle = context.strokeStyle;
  context.fillRect(box.x, box.y, box.width, 24);
}

function drawCard(
  context: CanvasRenderingContext2D,
  box: SceneBox,
  { overlay, colours, transform }: FarView,
) {
  const status = overlay?.nodes.get(box.id)?.status;
  if (status === 'skipped') {
    context.strokeStyle = colours.status.skipped ?? colours.idle;
    context.lineWidth = 1 / transform[2];
    context.setLineDash([3 / transform[2], 3 / transform[2]]);
    context.strokeRect(box.x, box.y, box.width, box.height);
    context.setLineDash([]);
    return;
  }
  context.fillStyle = (status && colours.status[status]) ?? colours.idle;
  context.fillRect(box.x, box.y, box.width, box.height);
}

/** All edges of one colour are one path: a stroke for each would cost more than the frame has. */
function drawEdges(context: CanvasRenderingContext2D, view: FarView, seen: Rect, lineWidth: number): void {
  const { scene, edges, overlay, colours } = view;
  const paths = new Map<string, Path2D>();
  const chosen = new Path2D();
  for (const edge of edges) {
    const corners = cornersOf(scene, edge);
    if (!corners || !crosses(corners, seen)) continue;
    const path = edge.selected ? chosen : pathOf(paths, lookOf(edge, overlay));
    path.moveTo(corners[0]!.x, corners[0]!.y);
    for (let at = 1; at < corners.length; at += 1) path.lineTo(corners[at]!.x, corners[at]!.y);
  }
  context.lineWidth = lineWidth;
  for (const [look, path] of paths) {
    context.strokeStyle = colours.edges[look] ?? colours.idle;
    context.stroke(path);
  }
  context.strokeStyle = colours.accent;
  context.lineWidth = 2 * lineWidth;
  context.stroke(chosen);
}

function pathOf(paths: Map<string, Path2D>, look: string): Path2D {
  const known = paths.get(look) ?? new Path2D();
  paths.set(look, known);
  return known;
}

function lookOf(edge: FlowEdge, overlay: RunOverlay | undefined): string {
  const status = overlay?.edges.get(edge.id)?.status ?? 'idle';
  return edge.sourceHandle === 'error' && status !== 'skipped' ? 'error' : status;
}

function crosses(corners: readonly { x: number; y: number }[], seen: Rect): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of corners) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return touches({ x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, seen);
}

/** A cross for what failed, a person for what waits for one. */
function drawSign(
  context: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  person: boolean,
  colours: FarColours,
  fill: string,
): void {
  context.fillStyle = fill;
  context.strokeStyle = colours.sign;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, SIGN / 2 + 1, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.beginPath();
  if (person) {
    context.arc(x, y - 2, 2, 0, 2 * Math.PI);
    context.moveTo(x - 3.5, y + 4);
    context.arc(x, y + 4, 3.5, Math.PI, 0);
  } else {
    context.moveTo(x - 3, y - 3);
    context.lineTo(x + 3, y + 3);
    context.moveTo(x + 3, y - 3);
    context.lineTo(x - 3, y + 3);
  }
  context.stroke();
}
