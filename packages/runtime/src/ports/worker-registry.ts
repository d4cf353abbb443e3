import type { RunStatus } from '@weftwork/schema';

/** A process that walks runs, as it makes itself known. */
export interface WorkerIdentity {
  readonly workerId: string;
  /** For people: host and process. Two hosts may bear the same name, so it identifies nothing. */
  readonly name: string;
  /** Whose runs it may take. */
  readonly engines: readonly string[];
  readonly slots: number;
}

export interface WorkerRecord extends WorkerIdentity {
  /** Since it was last heard of, by the store's clock. */
  readonly silentMs: number;
}

/** Runs that could move and that nobody holds. */
export interface RunnableRuns {
  /** Only a worker with this engine may take them; absent when any may. */
  readonly engineVersion?: string;
  readonly runs: number;
  /** Of those never started and those whose owner's lease ran out: since when the longest waits. */
  readonly oldestMs?: number;
}

/** How everything stands at one moment. */
export interface FleetSurvey {
  /** Runs that have not ended, by status; a status without runs may be left out. */
  readonly runs: Readonly<Partial<Record<RunStatus, number>>>;
  readonly runnable: readonly RunnableRuns[];
  readonly openGates: number;
  /** Calls of unknown outcome that nobody has settled. */
  readonly openUnknowns: number;
  readonly workers: readonly WorkerRecord[];
}

/** Which processes walk runs, and what waits for them. For health and metrics; leases do without it. */
export interface WorkerRegistry {
  /** Says that a worker is alive. Forgets those that have been silent for a day. */
  beat(worker: WorkerIdentity): Promise<void>;
  /** Of a worker that stops in order. */
  leave(workerId: string): Promise<void>;
  survey(): Promise<FleetSurvey>;
}
