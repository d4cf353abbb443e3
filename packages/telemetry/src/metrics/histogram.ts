/** Counts values by upper bounds, in seconds or pieces. Counting costs a few comparisons, so it may stand on a hot path. */
export class Histogram {
  /** How many were at most the bound of the same index; the last counts what lies above all. Not cumulated. */
  readonly counts: Float64Array;
  sum = 0;
  count = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let index = 0;
    while (index < this.bounds.length && value > this.bounds[index]!) index += 1;
    this.counts[index]! += 1;
    this.sum += value;
    this.count += 1;
  }
}

/** From a call in the same machine to one that runs into its limit. */
export const ATTEMPT_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000];
/** From a run of pure nodes to one that waits for people over a weekend. */
export const RUN_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 10, 60, 600, 3_600, 86_400, 604_800];
/** Around what a disk takes to keep a promise. */
export const COMMIT_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
export const BATCH_RUNS = [1, 2, 4, 8, 16, 32, 64, 128];
export const LAG_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
