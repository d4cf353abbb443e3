import { needsPerson } from '@weftwork/engine';
import type { JsonObject, RunError, RunStatus, RunWarning, Spilled } from '@weftwork/schema';
import type { GraphRun } from '../graph/graph-run';
import type { PreparedVersion } from '../graph/prepare-version';
import type { Recorder } from '../graph/recorder';
import type { CommitOutcome, NewRun } from '../ports';
import type { Journal } from './journal';
import type { WalkerHost } from './walker-host';

/** What the parts of a walker share. `run` and `recorder` change when the run is read anew: do not keep them. */
export interface Walk {
  readonly host: WalkerHost;
  readonly version: PreparedVersion;
  readonly newRun: NewRun;
  readonly run: GraphRun;
  readonly recorder: Recorder;
  readonly epoch: number;
  /** Let go or lost: nothing is to be recorded any more. */
  readonly isOver: boolean;
  /** Something was recorded or came due: advance. */
  pump(): void;
  /** Whether an attempt may start: the lease is renewed first where it may be over soon, and false when it is gone. */
  holdsFreshLease(): Promise<boolean>;
  /** Stops here and writes nothing more. */
  abandon(): void;
  /** The store says that the lease is gone. */
  lose(): void;
}

/** How a run stood when its walker let it go. */
export interface WalkerEnd {
  readonly status: RunStatus;
  readonly output?: JsonObject;
  readonly spilled?: Spilled;
  readonly error?: RunError;
  readonly warnings: readonly RunWarning[];
  readonly lastSeq: number;
  /** A gate is open or an outcome unknown, whatever else the run waits for. */
  readonly needsPerson: boolean;
}

/** After the commit of this journal, which let the run go. */
export function walkerEnd({ transition }: Journal, outcome: CommitOutcome, run: GraphRun): WalkerEnd {
  return {
    status: transition?.status ?? outcome.status,
    ...(transition?.output === undefined ? {} : { output: transition.output }),
    ...(transition?.spilled === undefined ? {} : { spilled: transition.spilled }),
    ...(transition?.error === undefined ? {} : { error: transition.error }),
    warnings: transition?.warnings ?? run.warnings,
    lastSeq: outcome.seq,
    needsPerson: needsPerson(run.state),
  };
}
