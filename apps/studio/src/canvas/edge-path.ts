import { getSmoothStepPath, Position } from '@xyflow/react';

interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

const RADIUS = 10;
/** How far above a card's handle its top edge and the gap between rows lie. */
const ABOVE_HANDLE = 22;
const HALF_GAP = 24;
const TURN = 28;

/**
 * An edge in right angles. Long ones turn just before their target, so that they run along the row they start in;
 * those that lead back to an earlier column take the gap above the row of their target.
 */
export function edgePath({ sourceX, sourceY, targetX, targetY }: Ends): {
  path: string;
  labelX: number;
  labelY: number;
} {
  const forward = targetX - sourceX;
  const back = forward < TURN;
  const [path, labelX, labelY] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
    borderRadius: RADIUS,
    offset: 18,
    ...(back
      ? { centerY: targetY > sourceY + 60 ? targetY - ABOVE_HANDLE - HALF_GAP : (sourceY + targetY) / 2 }
      : { centerX: forward > 140 ? targetX - TURN : sourceX + forward / 2 }),
  });
  return { path, labelX, labelY };
}
