import type { Bar } from './timeline';

/** A stretch of the axis; a folded one stands for a wait in which nothing worked. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly folded: boolean;
  /** Share of the drawn width, 0 to 1. */
  readonly start: number;
  readonly width: number;
}

export interface Mark {
  /** Share of the drawn width, 0 to 1. */
  readonly at: number;
  /** Milliseconds since the beginning. */
  readonly ms: number;
}

const FOLD_OVER_MS = 30_000;
const FOLD_WIDTH = 0.06;
/** What worked for less than this in all does not fill the axis: a wait of minutes must not look shorter than it. */
const FULL_WIDTH_MS = 200;

/** From the first bar to the last; bars that go on end at `now`. */
export function spanOf(
  bars: Iterable<Bar>,
  now: number | undefined,
): { from: number; to: number } | undefined {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const bar of bars) {
    from = Math.min(from, bar.from);
    to = Math.max(to, bar.to ?? now ?? bar.from);
  }
  return Number.isFinite(from) ? { from, to: Math.max(to, from + 1) } : undefined;
}

/** The axis from `from` to `to`, with stretches over 30 s in which nothing worked folded to a narrow strip. */
export function axisOf(bars: Iterable<Bar>, from: number, to: number): Stretch[] {
  const busy: (readonly [number, number])[] = [];
  for (const bar of bars) {
    if (bar.kind === 'work' || bar.kind === 'failed') busy.push([bar.from, bar.to ?? to]);
  }
  busy.sort((a, b) => a[0] - b[0]);
  const cuts: { from: number; to: number; folded: boolean }[] = [];
  let cursor = from;
  const idle = (until: number) => {
    if (until - cursor > FOLD_OVER_MS) cuts.push({ from: cursor, to: until, folded: true });
    else if (until > cursor) cuts.push({ from: cursor, to: until, folded: false });
    cursor = Math.max(cursor, until);
  };
  for (const [start, end] of busy) {
    if (start > cursor) idle(start);
    if (end > cursor) {
      cuts.push({ from: cursor, to: end, folded: false });
      cursor = end;
    }
  }
  idle(to);
  const merged: typeof cuts = [];
  for (const cut of cuts) {
    const last = merged.at(-1);
    if (last && !last.folded && !cut.folded) last.to = cut.to;
    else merged.push({ ...cut });
  }
  return measure(merged);
}

function measure(cuts: readonly { from: number; to: number; folded: boolean }[]): Stretch[] {
  const folded = cuts.filter((cut) => cut.folded).length;
  const open = cuts.filter((cut) => !cut.folded).reduce((sum, cut) => sum + cut.to - cut.from, 0);
  const least = Math.min(FOLD_WIDTH, 0.5 / Math.max(1, folded));
  const room = 1 - folded * least;
  const scale = folded === 0 ? room / open : Math.min(room / open, 1 / FULL_WIDTH_MS);
  const foldWidth = folded === 0 ? 0 : (1 - open * scale) / folded;
  let start = 0;
  return cuts.map((cut) => {
    const width = cut.folded ? foldWidth : (cut.to - cut.from) * scale;
    const stretch = { ...cut, start, width };
    start += width;
    return stretch;
  });
}

/** Where on the axis a moment stands, 0 to 1. */
export function placeOf(axis: readonly Stretch[], at: number): number {
  const stretch = axis.find((one) => at <= one.to) ?? axis.at(-1);
  if (!stretch) return 0;
  const length = stretch.to - stretch.from;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (at - stretch.from) / length));
  return stretch.start + share * stretch.width;
}

const NICE_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
];
const MARKS = 7;
/** Two marks nearer than this would run into each other. */
const NEAR = 0.1;
/** A mark beyond this ends where it stands, or it would leave the axis, and takes the room before it. */
export const LAST = 0.95;
const NEAR_LAST = 0.2;

/** Round times since the beginning, and the ends of what is folded, as many as there is room for. */
export function axisMarks(axis: readonly Stretch[]): Mark[] {
  const first = axis[0];
  if (!first) return [];
  const open = axis.filter(({ folded }) => !folded).reduce((sum, { from, to }) => sum + to - from, 0);
  const step = NICE_MS.find((each) => each >= open / MARKS) ?? open;
  const ends: Mark[] = [{ at: 0, ms: 0 }];
  const round: Mark[] = [];
  for (const { from, to, folded, start, width } of axis) {
    if (folded) {
      ends.push({ at: start + width, ms: to - first.from });
      continue;
    }
    const begin = Math.ceil((from - first.from) / step) * step;
    for (let ms = begin; ms <= to - first.from && step > 0; ms += step) {
      round.push({ at: start + ((ms + first.from - from) / (to - from)) * width, ms });
    }
  }
  // Where a wait ends matters more than a round number.
  const marks: Mark[] = [];
  for (const mark of [...ends, ...round]) {
    const room = (other: Mark) => (Math.max(mark.at, other.at) > LAST ? NEAR_LAST : NEAR);
    if (marks.every((other) => Math.abs(mark.at - other.at) >= room(other))) marks.push(mark);
  }
  return marks.sort((a, b) => a.at - b.at);
}
