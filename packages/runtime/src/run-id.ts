/** When the run of this id was created, in epoch milliseconds: a UUID version 7 begins with it. */
export function createdAtOf(runId: string): number {
  return Number.parseInt(runId.slice(0, 8) + runId.slice(9, 13), 16);
}
