export interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

export interface Corner {
  readonly x: number;
  readonly y: number;
}

const RADIUS = 10;
/** How far an edge goes straight before its first and after its last turn. */
export const STUB = 18;
/** Edges longer than this turn just before their target. */
const LONG = 140;

/**
 * An edge in right angles. `lane` is how far below the source its long part runs where it does not go straight: between
 * rows, or around cards in the way; see `edgeLanes`.
 */
export function edgePath(ends: Ends, lane?: number): { path: string; labelX: number; labelY: number } {
  const corners = edgeCorners(ends, lane);
  const { x: labelX, y: labelY } = middleOf(corners);
  return { path: rounded(corners), labelX, labelY };
}

/** Where an edge starts, turns and ends. */
export function edgeCorners(
  { sourceX, sourceY, targetX, targetY }: Ends,
  lane: number | undefined,
): Corner[] {
  const from = { x: sourceX, y: sourceY };
  const to = { x: targetX, y: targetY };
  const forward = targetX - sourceX;
  if (lane === undefined && forward >= 2 * STUB) {
    if (Math.abs(sourceY - targetY) < 0.5) return [from, to];
    const x = forward > LONG ? targetX - STUB - 10 : sourceX + forward / 2;
    return [from, { x, y: sourceY }, { x, y: targetY }, to];
  }
  const y = lane === undefined ? (sourceY + targetY) / 2 : sourceY + lane;
  const [out, back] = [sourceX + STUB, targetX - STUB];
  return [from, { x: out, y: sourceY }, { x: out, y }, { x: back, y }, { x: back, y: targetY }, to];
}

/** The middle of the longest part: there is room for a word. */
function middleOf(corners: readonly Corner[]): Corner {
  let best = corners[0]!;
  let longest = -1;
  for (let at = 1; at < corners.length; at += 1) {
    const [a, b] = [corners[at - 1]!, corners[at]!];
    const length = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    if (length <= longest) continue;
    longest = length;
    best = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  return best;
}

function rounded(corners: readonly Corner[]): string {
  const first = corners[0]!;
  let path = `M${first.x} ${first.y}`;
  for (let at = 1; at < corners.length - 1; at += 1) {
    const [before, here, after] = [corners[at - 1]!, corners[at]!, corners[at + 1]!];
    const radius = Math.min(RADIUS, distance(before, here) / 2, distance(here, after) / 2);
    const start = towards(here, before, radius);
    const end = towards(here, after, radius);
    path += `L${start.x} ${start.y}Q${here.x} ${here.y} ${end.x} ${end.y}`;
  }
  const last = corners.at(-1)!;
  return `${path}L${last.x} ${last.y}`;
}

const distance = (a: Corner, b: Corner) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

function towards(from: Corner, to: Corner, by: number): Corner {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}
