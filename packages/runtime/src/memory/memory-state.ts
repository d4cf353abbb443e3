import type { JsonObject, RunError, RunStatus, RunWarning, Spilled, WaitReason } from '@weftwork/schema';
import { isTerminal } from '@weftwork/schema';
import type {
  ArtifactRecord,
  EffectIntent,
  GateRow,
  LogRow,
  NewRun,
  RunLimit,
  SignalRecord,
  VersionRecord,
  WorkflowRecord,
} from '../ports';

/** Who may take a run next: anybody (`ready`), its owner (`leased`), nobody before a fact comes (`parked`). */
export type RunPhase = 'ready' | 'leased' | 'parked' | 'ended';

export interface EffectState extends EffectIntent {
  state: 'intent' | 'responded' | 'unknown' | 'settled';
  recoveries: number;
}

export interface GateState extends GateRow {
  status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly openedAt: number;
  readonly deadlineAt?: number;
  /** Signals that came before it opened were offered to it. */
  offered?: boolean;
  /** The signal that decided it. */
  signalId?: string;
}

export interface TimerState {
  readonly kind: 'retry' | 'limit';
  readonly dueAt: number;
  fired: boolean;
}

export interface RunState {
  readonly run: NewRun;
  status: RunStatus;
  waitReason?: WaitReason;
  output?: JsonObject;
  spilled?: Spilled;
  error?: RunError;
  warnings: readonly RunWarning[];
  seq: number;
  wakeSeq: number;
  epoch: number;
  leaseUntil: number;
  phase: RunPhase;
  activeMs: number;
  readonly createdAt: number;
  startedAt?: number;
  endedAt?: number;
  readonly log: LogRow[];
  readonly effects: Map<string, EffectState>;
  readonly gates: Map<string, GateState>;
  readonly timers: Map<string, TimerState>;
  snapshot?: { engineVersion: string; seq: number; text: string };
  /** Of a child: whether the parent knows how it ended. */
  parentTold: boolean;
  /** Under a limit: waits for a slot, or got one. */
  slot?: 'waiting' | 'granted' | undefined;
}

/** Everything the in-memory ports hold. One process, no await inside an operation: each is atomic. */
export interface MemoryState {
  readonly now: () => number;
  readonly runs: Map<string, RunState>;
  readonly keys: Map<string, { runId: string; bodyHash: string }>;
  readonly artifacts: Map<string, ArtifactRecord>;
  readonly children: Map<string, string[]>;
  readonly workflows: Map<string, WorkflowRecord>;
  readonly versions: Map<string, VersionRecord & { workspaceId: string }>;
  readonly limits: Map<string, RunLimit>;
  /** In the order they came. */
  readonly signals: (SignalRecord & { readonly receivedMs: number })[];
}

export function createMemoryState(now: () => number): MemoryState {
  return {
    now,
    runs: new Map(),
    keys: new Map(),
    artifacts: new Map(),
    children: new Map(),
    workflows: new Map(),
    versions: new Map(),
    limits: new Map(),
    signals: [],
  };
}

/** Whether a gate has a deadline and it passed: then it takes nothing but its expiry. */
export function isPast({ deadlineAt }: GateState, now: number): boolean {
  return deadlineAt !== undefined && deadlineAt <= now;
}

export function stepKey(step: { nodeId: string; path: string; attempt: number }): string {
  return `${step.nodeId}~${step.path}~${step.attempt}`;
}

/**
 * A foreign fact arrived: what is parked may be claimed, and a walker that holds the run is told by `wakeSeq`. The run
 * waits for nobody any more; why it did stays until it is claimed.
 */
export function wake(state: RunState): void {
  state.wakeSeq += 1;
  if (state.status === 'awaiting_input') state.status = 'running';
  if (state.phase === 'parked') state.phase = 'ready';
}

export function append(state: RunState, events: { text: string; events: number } | undefined): void {
  if (!events || events.events === 0) return;
  const firstSeq = state.seq + 1;
  state.seq += events.events;
  state.log.push({ firstSeq, lastSeq: state.seq, text: events.text });
}

export function insertRun(state: MemoryState, run: NewRun, status: RunStatus, now: number): RunState {
  const inserted: RunState = {
    run,
    status,
    warnings: [],
    seq: 0,
    wakeSeq: 0,
    epoch: status === 'queued' ? 0 : 1,
    leaseUntil: 0,
    phase: status === 'queued' ? 'ready' : isTerminal(status) ? 'ended' : 'leased',
    activeMs: 0,
    createdAt: now,
    ...(status === 'queued' ? {} : { startedAt: now }),
    log: [],
    effects: new Map(),
    gates: new Map(),
    timers: new Map(),
    parentTold: false,
  };
  state.runs.set(run.runId, inserted);
  if (run.idempotencyKey) {
    const { key, bodyHash } = run.idempotencyKey;
    state.keys.set(idempotencyKey(run.workspaceId, key), { runId: run.runId, bodyHash });
  }
  if (run.parent) {
    const siblings = state.children.get(run.parent.runId) ?? [];
    siblings.push(run.runId);
    state.children.set(run.parent.runId, siblings);
  }
  return inserted;
}

export function idempotencyKey(workspaceId: string, key: string): string {
  return `${workspaceId}\n${key}`;
}
