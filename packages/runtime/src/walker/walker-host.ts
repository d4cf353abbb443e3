import type { EffectHost } from '../effect-host';
import type { ChildWanted } from '../graph/perform-child';
import type { Clock, CommitOutcome, EffectIntent, LogRow, NewRun, StepKey } from '../ports';
import type { Quotas } from '../workflows/quotas';
import type { Commits } from './commits';
import type { WalkerEnd } from './walk';
import type { Walker } from './walker';

/** What a walker needs of the process it lives in. */
export interface WalkerHost extends EffectHost {
  readonly clock: Clock;
  readonly owner: string;
  readonly leaseMs: number;
  readonly quotas: Quotas;
  readonly commits: Commits;
  readLog(runId: string, afterSeq: number): Promise<readonly LogRow[]>;
  recordRecovery(runId: string, epoch: number, intent: EffectIntent): Promise<number | undefined>;
  /** Renews this one lease now; false when it is lost. */
  renewNow(walker: Walker): Promise<boolean>;
  /** The child run a node asks for, its version resolved and its input checked. */
  resolveChild(parent: NewRun, step: StepKey, wanted: ChildWanted): Promise<NewRun>;
  cancelChild(workspaceId: string, childRunId: string): Promise<void>;
  /** Events from this number on are durable. */
  publish(runId: string, fromSeq: number): void;
  onChildAdmitted(childRunId: string): void;
  /** Offers gates that now stand the signals that came before them; answers whether one was decided. */
  offerSignals(runId: string): Promise<boolean>;
  /** Gates or timers were written: look when the next is due. */
  onDeadlines(): void;
  /** The walker let the run go: it is terminal or waits. */
  onReleased(walker: Walker, end: WalkerEnd): void;
  /** The walker walks the run no more, and wrote nothing that says so. */
  onAbandoned(walker: Walker): void;
  /** Its lease was over or another had the run: whoever may take it should. */
  onLost(walker: Walker): void;
  /** The store did not answer while nothing was in flight: the lease may stand, and nobody needs it any more. */
  onGivenUp(walker: Walker): void;
  /** A new run was not written: its idempotency key is taken, or it alone could not be. */
  onRefused(walker: Walker, outcome: CommitOutcome): void;
  onTrouble(runId: string, error: unknown): void;
}
