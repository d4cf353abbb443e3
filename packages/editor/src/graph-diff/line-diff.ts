export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond this many differing lines the middle is told as replaced: nobody reads on, and the search grows with its square. */
const MOST_EDITS = 1_000;

/** What leads from one text to another, line by line (Myers' shortest edit script). */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
  return [
    ...lines('same', old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...lines('same', old.slice(old.length - tail)),
  ];
}

export interface Fold {
  readonly kind: 'fold';
  readonly count: number;
}

/** The same with long unchanged stretches folded; `context` lines stay on each side of a change. */
export function foldLines(all: readonly DiffLine[], context = 3): (DiffLine | Fold)[] {
  const near = new Uint8Array(all.length);
  all.forEach((line, at) => {
    if (line.kind === 'same') return;
    near.fill(1, Math.max(0, at - context), at + context + 1);
  });
  const folded: (DiffLine | Fold)[] = [];
  for (let at = 0; at < all.length; ) {
    let end = at;
    while (end < all.length && near[end] === 0) end += 1;
    if (end - at > 1) folded.push({ kind: 'fold', count: end - at });
    else if (end > at) folded.push(all[at]!);
    at = end;
    while (at < all.length && near[at] === 1) folded.push(all[at++]!);
  }
  return folded;
}

const lines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] =>
  texts.map((text) => ({ kind, text }));

function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const trace = shortestEdits(old, now);
  if (!trace) return [...lines('removed', old), ...lines('added', now)];
  const found: DiffLine[] = [];
  let [x, y] = [old.length, now.length];
  const back = (untilX: number, untilY: number) => {
    for (; x > untilX && y > untilY; y -= 1) found.push({ kind: 'same', text: old[--x]! });
  };
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reach = trace[edits]!;
    const down = isDown(reach, x - y, edits);
    const from = x - y + (down ? 1 : -1);
    const startX = at(reach, from);
    back(startX, startX - from);
    found.push(down ? { kind: 'added', text: now[--y]! } : { kind: 'removed', text: old[--x]! });
  }
  back(0, 0);
  return found.reverse();
}

type Reach = ReadonlyMap<number, number>;
const at = (reach: Reach, diagonal: number) => reach.get(diagonal) ?? -1;

/** Whether a diagonal is entered by an added line rather than by a removed one. */
const isDown = (reach: Reach, diagonal: number, edits: number) =>
  diagonal === -edits || (diagonal !== edits && at(reach, diagonal - 1) < at(reach, diagonal + 1));

/** How far each diagonal reached before each number of edits; undefined when there are too many. */
function shortestEdits(old: readonly string[], now: readonly string[]): Reach[] | undefined {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: Reach[] = [];
  for (let edits = 0; edits <= Math.min(old.length + now.length, MOST_EDITS); edits += 1) {
    trace.push(new Map(reach));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(reach, diagonal, edits) ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      let y = x - diagonal;
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x += 1;
        y += 1;
      }
      reach.set(diagonal, x);
      if (x >= old.length && y >= now.length) return trace;
    }
  }
  return undefined;
}
