import type { ActiveRun } from '@weftwork/engine';
import type { JsonObject } from '@weftwork/schema';
import { EventEncoder, type RunEvent } from '@weftwork/schema';
import type { Standing } from '../graph/recorder';
import type { SpilledValue } from '../graph/spill';
import type {
  ArtifactRow,
  ChildStart,
  EffectIntent,
  GateRow,
  RunCommit,
  StepKey,
  TimerRow,
  Transition,
} from '../ports';

/** An attempt that may start once the commit with its intent answered `all`. */
export interface AttemptStart {
  readonly run: ActiveRun;
  readonly config: JsonObject;
}

/** What of a commit names the run and the lease it is written under. */
export type CommitFence = Pick<
  RunCommit,
  'runId' | 'create' | 'epoch' | 'owner' | 'leaseMs' | 'baseSeq' | 'baseWakeSeq'
>;

/**
 * What a walker has to commit next. Facts happened outside and stand whatever the run has become; everything else was
 * decided on the folded state and is admitted only where the run is still what the walker believes. Admitted events
 * come after the facts.
 */
export class Journal {
  readonly facts = new EventEncoder();
  /** The same facts once more, to fold them again when the admissions are refused. */
  readonly factEvents: RunEvent[] = [];
  readonly admitted = new EventEncoder();
  starts: AttemptStart[] = [];
  /** Attempts that began before the commit with their start. */
  readonly begun: AttemptStart[] = [];
  readonly intents: EffectIntent[] = [];
  readonly gates: GateRow[] = [];
  readonly timers: TimerRow[] = [];
  readonly children: ChildStart[] = [];
  readonly responses: StepKey[] = [];
  readonly unknowns: StepKey[] = [];
  readonly withdrawnGates: string[] = [];
  readonly clearedTimers: string[] = [];
  /** Those that facts name, and those that only admitted events name: a row stands where its event does. */
  readonly artifacts: Readonly<Record<Standing, ArtifactRow[]>> = { fact: [], admit: [] };
  /** Large values that must be durable before the commit that names them. */
  readonly spilled: SpilledValue[] = [];
  transition: Transition | undefined;
  release = false;

  addFact(event: RunEvent): void {
    this.facts.add(event);
    this.factEvents.push(event);
  }

  get isEmpty(): boolean {
    return this.facts.isEmpty && this.admitted.isEmpty && this.transition === undefined;
  }

  /** Whether something waits for this commit, so that it must not be written behind. */
  get isUrgent(): boolean {
    return (
      this.starts.length + this.gates.length + this.children.length + this.timers.length > 0 ||
      this.transition !== undefined ||
      this.release
    );
  }

  get size(): number {
    return this.facts.size + this.admitted.size;
  }

  /**
   * The commit of it. Terminal states and waits must not overlook anything, so they ask for quiet. Written out field by
   * field: every commit of every run comes past here, and objects of one shape are cheap.
   */
  commit(fence: CommitFence, rest: Pick<RunCommit, 'expectStatus' | 'activeMs' | 'snapshot'>): RunCommit {
    const { text, events } = this.admitted.take();
    const { intents, gates, timers, children } = this;
    return {
      runId: fence.runId,
      create: fence.create,
      epoch: fence.epoch,
      owner: fence.owner,
      leaseMs: fence.leaseMs,
      baseSeq: fence.baseSeq,
      baseWakeSeq: fence.baseWakeSeq,
      facts: this.facts.take(),
      admissions: { text, events, intents, gates, timers, children, artifacts: this.artifacts.admit },
      expectStatus: rest.expectStatus,
      transition: this.transition,
      requireQuiet: this.release,
      release: this.release,
      responses: this.responses,
      unknowns: this.unknowns,
      withdrawnGates: this.withdrawnGates,
      clearedTimers: this.clearedTimers,
      artifacts: this.artifacts.fact,
      activeMs: rest.activeMs,
      snapshot: rest.snapshot,
    };
  }

  /** A journal that holds the facts of this one alone: what is left when the rest was decided on a stale state. */
  factsOnly(): Journal {
    const kept = new Journal();
    for (const event of this.factEvents) kept.addFact(event);
    kept.responses.push(...this.responses);
    kept.unknowns.push(...this.unknowns);
    kept.artifacts.fact.push(...this.artifacts.fact);
    const named = new Set(this.artifacts.fact.map(({ artifactId }) => artifactId));
    kept.spilled.push(...this.spilled.filter(({ artifactId }) => named.has(artifactId)));
    return kept;
  }
}
