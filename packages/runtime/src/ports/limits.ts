/** How many runs may be running at the same time: of one workflow, or of a whole workspace. */
export interface RunLimit {
  readonly workspaceId: string;
  /** Absent for the workspace as a whole. */
  readonly workflowId?: string;
  readonly maxRunning: number;
}

/*
 * A run holds a slot from its start until it ends, waits for somebody outside or for a child; a backoff and a takeover
 * keep it. What must wind down needs none, so that a cancel never waits. Slots are granted by `claim` with `limited`,
 * one grant at a time, by the rows alone: a process that dies leaves nothing to be given back.
 */
export interface LimitWriter {
  /** Every limit of every workspace; they are few. */
  readLimits(): Promise<readonly RunLimit[]>;
  /** Sets a limit, or with null removes it. Runs that wait for a slot are judged anew. */
  setLimit(limit: Omit<RunLimit, 'maxRunning'> & { readonly maxRunning: number | null }): Promise<void>;
}
