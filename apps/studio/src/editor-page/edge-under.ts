import type { Point } from '@weftwork/editor';
import { cornersOf, type Scene } from '../canvas/far/far-scene';
import type { FlowEdge } from '../canvas/flow-elements';

/** So near, in units of the canvas, must what is dragged come to an edge to go into it. */
const NEAR = 18;

/** The edge that passes within `near` of a point of the canvas, nearest first. */
export function edgeUnder(
  scene: Scene,
  edges: readonly FlowEdge[],
  point: Point,
  near = NEAR,
): string | undefined {
  let best: string | undefined;
  let least = near;
  for (const edge of edges) {
    const corners = cornersOf(scene, edge);
    if (!corners) continue;
    for (let at = 1; at < corners.length; at += 1) {
      const away = distanceTo(point, corners[at - 1]!, corners[at]!);
      if (away < least) {
        least = away;
        best = edge.id;
      }
    }
  }
  return best;
}

/** From a point to a part of an edge, which is level or upright. */
function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const dx = Math.max(Math.min(a.x, b.x) - x, 0, x - Math.max(a.x, b.x));
  const dy = Math.max(Math.min(a.y, b.y) - y, 0, y - Math.max(a.y, b.y));
  return Math.hypot(dx, dy);
}
