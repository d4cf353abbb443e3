import type {
  EffectClass,
  JsonObject,
  JsonValue,
  RunError,
  RunStatus,
  RunWarning,
  Settings,
  Spilled,
  WaitReason,
} from '@weftwork/schema';
import type { LimitWriter } from './limits';
import type { RunOrigin } from './run-observer';
import type { SignalWriter } from './signals';

/*
 * The commit path. One statement carries the merged commits of many runs; see DESIGN section 3 and adr/0001.
 * Invariants every implementation holds (and the conformance suite checks):
 *  - `seq` of a run is taken from its row under its lock: 1..n, no gap, no double.
 *  - a walker writes only while its epoch is current and its lease runs by the store's own clock.
 *  - admissions take effect only where the fenced row still has the expected status, and are the last events of a commit.
 *  - a terminal status is written once, last, and never left.
 */

/** Events of one flush, in the text of the event codec; `events` counts envelopes. */
export interface EncodedEvents {
  readonly text: string;
  readonly events: number;
}

/** What a run is, fixed at its start. */
export interface NewRun {
  readonly runId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  /** The row of `workflow_versions`, unlisted draft versions included. */
  readonly versionId: string;
  readonly version: number | 'draft';
  readonly graphHash: string;
  readonly input: JsonObject;
  readonly settings: Settings;
  readonly createdBy: string;
  /** The engine it began with: who claims it must read its log the same way. */
  readonly engine: string;
  readonly idempotencyKey?: { readonly key: string; readonly bodyHash: string };
  readonly parent?: ChildLink;
  readonly depth: number;
  /** Among the ready runs of its workspace the higher goes first; absent for 0. */
  readonly priority?: number;
  /** Set when it is admitted and written in its first event; a claim finds it in the log. */
  readonly origin?: RunOrigin;
}

/** The node run of a parent that waits for a child. `path` in the text of `pathText`. */
export interface ChildLink {
  readonly runId: string;
  readonly nodeId: string;
  readonly path: string;
  readonly attempt: number;
}

/** A node run, as rows name it. */
export interface StepKey {
  readonly nodeId: string;
  readonly path: string;
  readonly attempt: number;
}

/**
 * Written before an effect starts; unique per run, node, path and attempt. A replayable effect needs none: its
 * `node.started` in the log is intent enough, since making the attempt again does no harm.
 */
export interface EffectIntent extends StepKey {
  readonly effectClass: EffectClass;
}

export interface GateRow extends StepKey {
  readonly stepId: string;
  readonly mode: 'approval' | 'form' | 'signal';
  readonly message: JsonValue;
  readonly schema?: JsonObject;
  /** Epoch milliseconds of the walker's clock difference are not used: seconds from the store's clock at commit. */
  readonly deadlineSeconds?: number;
  readonly onTimeout: 'autoReject' | 'autoApprove';
  readonly assignee?: JsonObject;
  readonly signal?: { readonly name: string; readonly key: string };
}

/**
 * Something due later. `kind` `retry` wakes the run to start an attempt, `limit` when a run or node limit runs out.
 * A timer with the same key replaces the earlier one. `afterMs` counts from the store's clock at commit.
 */
export interface TimerRow {
  readonly key: string;
  readonly kind: 'retry' | 'limit';
  readonly afterMs: number;
}

export interface ChildStart {
  readonly child: NewRun;
}

export interface Admissions extends EncodedEvents {
  readonly intents?: readonly EffectIntent[];
  readonly gates?: readonly GateRow[];
  readonly timers?: readonly TimerRow[];
  readonly children?: readonly ChildStart[];
  /** Artifacts that only admitted events name; their bytes are already durable. */
  readonly artifacts?: readonly ArtifactRow[];
}

/** A status change, part of the admissions: with `requireQuiet` it is refused when `seq` or `wakeSeq` moved since. */
export interface Transition {
  readonly status: Exclude<RunStatus, 'queued' | 'cancel_requested'>;
  readonly waitReason?: WaitReason;
  readonly output?: JsonObject;
  readonly spilled?: Spilled;
  readonly error?: RunError;
  readonly warnings?: readonly RunWarning[];
}

export interface RunCommit {
  readonly runId: string;
  /** Inserts the run, born leased with epoch 1 (or already terminal when the transition says so). */
  readonly create?: NewRun;
  /** The walker's epoch; 1 with `create`. */
  readonly epoch: number;
  readonly owner: string;
  readonly leaseMs: number;
  /** `seq` and `wakeSeq` as the walker last saw them; 0 and 0 with `create`. */
  readonly baseSeq: number;
  readonly baseWakeSeq: number;
  readonly facts: EncodedEvents;
  readonly admissions?: Admissions;
  /** The status the row must have for admissions and transition: `running`, or `cancel_requested` to end a cancelled run. */
  readonly expectStatus: 'running' | 'cancel_requested';
  readonly transition?: Transition;
  /** True with a transition that must not overlook anything: terminal states and waits. */
  readonly requireQuiet?: boolean;
  /** Gives the lease back when everything was accepted. */
  readonly release?: boolean;
  /** Responses of effects whose intents stand: facts, accepted whatever the status. */
  readonly responses?: readonly StepKey[];
  /** Effects of unknown outcome, to be found by people. Facts. */
  readonly unknowns?: readonly StepKey[];
  /** Gates that closed without an answer. Facts. */
  readonly withdrawnGates?: readonly string[];
  readonly clearedTimers?: readonly string[];
  /** Artifacts whose bytes are already durable. Facts. */
  readonly artifacts?: readonly ArtifactRow[];
  /** Milliseconds of active time to add to the run's clock (DESIGN "Limits"). */
  readonly activeMs?: number;
  /** The folded state, a cache for the next claim. */
  readonly snapshot?: { readonly engineVersion: string; readonly text: string };
}

export interface ArtifactRow {
  readonly artifactId: string;
  readonly nodeId: string;
  readonly path: string;
  readonly attempt: number;
  readonly name: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Who has an idempotency key: the run that it started, and what was asked then. */
export interface KeyHolder {
  readonly runId: string;
  /** SHA-256 in hex of the canonical JSON of the request's body. */
  readonly bodyHash: string;
}

/**
 * `lost`: epoch or lease gone, nothing was written. `facts`: facts stand, admissions were refused. `all`: everything stands.
 * `seq` and `wakeSeq` are those after the commit. `firstSeq` is the number of the first event this commit wrote.
 */
export interface CommitOutcome {
  readonly runId: string;
  readonly result: 'lost' | 'facts' | 'all';
  readonly firstSeq: number;
  readonly seq: number;
  readonly wakeSeq: number;
  readonly status: RunStatus;
  /** With `create` and a taken idempotency key: nothing was written and this run has the key. */
  readonly replayOf?: KeyHolder;
  /** Why this commit alone could not be written; `result` is `lost` then and nothing of it stands. */
  readonly failure?: Error;
}

/** A run that was claimed, with all that is needed to walk on. */
export interface ClaimedRun {
  readonly run: NewRun;
  readonly status: RunStatus;
  readonly epoch: number;
  /** Its owner's lease had run out; otherwise nobody held it. */
  readonly takeover: boolean;
  readonly seq: number;
  readonly wakeSeq: number;
  readonly activeMs: number;
  readonly snapshot?: { readonly engineVersion: string; readonly seq: number; readonly text: string };
  /** Log rows after the snapshot (all of them without one), in order. */
  readonly log: readonly LogRow[];
}

export interface LogRow {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly text: string;
}

/** A fact of somebody who is not the walker. */
export interface ForeignFact {
  readonly runId: string;
  readonly workspaceId: string;
  readonly events: EncodedEvents;
}

/** `refused` says what stood in the way; nothing was written then. */
export type FactOutcome =
  | { readonly ok: true; readonly seq: number }
  | {
      readonly ok: false;
      readonly refused: 'notFound' | 'terminal' | 'gateNotOpen' | 'gateExpired' | 'stepNotUnknown';
    };

export interface RunStore extends SignalWriter, LimitWriter {
  /** One round trip for many runs. A guilty commit fails alone; throws `STORAGE_UNAVAILABLE` when the outcome is not known. */
  commit(commits: readonly RunCommit[]): Promise<readonly CommitOutcome[]>;

  /** Queues a run without walking it, for when no slot is free. */
  enqueue(run: NewRun): Promise<CommitOutcome>;

  /**
   * Claims up to `limit` runs that can move (queued, woken, due, or leased by somebody whose lease ran out), sets
   * `running` where they waited (appending `run.started` or `run.resumed` is the walker's), raises the epoch.
   * `runIds` claims of these only, those that can move. Otherwise the higher priority goes first, then the older; with
   * `fair` the workspace of whose runs the fewest are running: `running` says how many the caller walks of each.
   * Runs whose lease ran out get the room that ready ones leave, and with `takeoversFirst` the other way round: who asks
   * for both in turns lets neither keep the other from being claimed.
   * `limited`: limits are set somewhere. A run under one that needs a slot is made to wait for it, and slots that are
   * free are granted: the runs that got one are among the claimed, whatever `runIds` says.
   */
  claim(options: {
    limit: number;
    owner: string;
    leaseMs: number;
    engineVersion: string;
    /** Only runs that began with one of these; all when absent. */
    engines?: readonly string[];
    runIds?: readonly string[];
    fair?: { readonly running: Readonly<Record<string, number>> };
    takeoversFirst?: boolean;
    limited?: boolean;
  }): Promise<readonly ClaimedRun[]>;

  /** One statement for all runs of a process, in id order. Answers those that are lost, and those whose `wakeSeq` or status moved. */
  renew(
    leases: readonly { runId: string; epoch: number }[],
    leaseMs: number,
  ): Promise<{
    lost: readonly string[];
    moved: readonly { runId: string; seq: number; wakeSeq: number; status: RunStatus }[];
  }>;

  /** Ends these leases now, in one statement and in id order: whoever claims next takes over what was in flight. */
  giveBack(leases: readonly { runId: string; epoch: number }[]): Promise<void>;

  /**
   * Adds one to the recoveries of an open effect, whose row is made here when it had none, and answers the new count;
   * undefined when the lease or the intent is gone.
   */
  recordRecovery(runId: string, epoch: number, intent: EffectIntent): Promise<number | undefined>;

  /** Log rows with `lastSeq > afterSeq`, in order, at most `limit`. */
  readLog(runId: string, afterSeq: number, limit?: number): Promise<readonly LogRow[]>;

  /** Ends every lease; for an embedded service at its start. */
  endAllLeases(): Promise<number>;

  // --- the other writers: each one transaction that locks the run row, takes `seq` there and bumps `wakeSeq` ---

  /**
   * Decides a gate once: compare-and-set on the gate row with the events in the same transaction. From its deadline on a
   * gate takes nothing but its expiry, however late that is told.
   */
  decideGate(fact: ForeignFact & { stepId: string; by: string }): Promise<FactOutcome>;

  /** Settles an unknown effect once. */
  settleEffect(fact: ForeignFact & { step: StepKey }): Promise<FactOutcome>;

  /** Marks the run and, statement by statement, all its descendants `cancel_requested`; answers the ids marked. */
  requestCancel(options: {
    runId: string;
    workspaceId: string;
    events: EncodedEvents;
  }): Promise<{ ok: true; cancelled: readonly string[] } | { ok: false; refused: 'notFound' | 'terminal' }>;

  /** Tells a parent how its child ended, once. Safe to repeat. */
  reportChildEnd(link: ChildLink & { childRunId: string; events: EncodedEvents }): Promise<void>;

  /** Children that ended and whose parent was not told yet: for the sweep after a crash between the two. */
  unreportedChildren(limit: number): Promise<
    readonly {
      link: ChildLink;
      childRunId: string;
      status: RunStatus;
      output?: JsonObject;
      spilled?: Spilled;
      error?: RunError;
    }[]
  >;

  /**
   * Gates whose deadline passed, those of the earliest deadline first. `nextInMs` tells when to ask again: 0 when as
   * many as asked for were found, since there may be more, else when the next gate or timer is due; absent when none is.
   */
  dueGates(limit: number): Promise<{ gates: readonly DueGate[]; nextInMs?: number }>;

  /**
   * Expires gates whose deadline passed, each once: compare-and-set on the gate row with its events, many in one
   * statement and in id order. Answers the runs that were told. Left open and due is what somebody else holds just now.
   */
  expireGates(expiries: readonly GateExpiry[]): Promise<readonly string[]>;

  /** Marks runs whose timers are due as woken. Answers how many, and when to ask again, as `dueGates` does. */
  wakeDueTimers(limit: number): Promise<{ woken: number; nextInMs?: number }>;
}

export interface GateExpiry extends Pick<ForeignFact, 'runId' | 'events'> {
  readonly stepId: string;
  readonly by: string;
}

export interface DueGate {
  readonly runId: string;
  readonly workspaceId: string;
  readonly stepId: string;
  readonly nodeId: string;
  readonly path: string;
  readonly attempt: number;
  readonly mode: 'approval' | 'form' | 'signal';
  readonly onTimeout: 'autoReject' | 'autoApprove';
}
