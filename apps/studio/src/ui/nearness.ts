/** How near a deadline is: far, in the last tenth of the time there was, or past. */
export type NearnessLevel = 'far' | 'near' | 'past';

export interface Nearness {
  /** Whole seconds that are left; 0 once it is past. */
  readonly seconds: number;
  readonly level: NearnessLevel;
}

/** Times are milliseconds since the epoch. */
export function nearnessOf(since: number, deadline: number, now: number): Nearness {
  const left = deadline - now;
  const seconds = Math.max(0, Math.floor(left / 1000));
  if (left <= 0) return { seconds, level: 'past' };
  return { seconds, level: left * 10 <= deadline - since ? 'near' : 'far' };
}
