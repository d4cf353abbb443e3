import { seededRandom } from '../testing/seeded-random';

/** What decides in a simulation; the same for the same seed. */
export interface Chance {
  /** From 0 up to, but without, 1. */
  next(): number;
  /** A number of `[from, to)`. */
  between(from: number, to: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    happens: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
  };
}
