import type { GraphRun } from '../graph/graph-run';
import type { PreparedVersion } from '../graph/prepare-version';
import type { Recorder } from '../graph/recorder';
import type { NewRun } from '../ports';
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
  /** The lease is gone. */
  abandon(): void;
}
