import { CodedError, isTerminal, RUN_TRANSITIONS, type RunStatus } from '@weftwork/schema';
import type { ArtifactRow, CommitOutcome, NewRun, RunCommit } from '../ports';
import { append, idempotencyKey, insertRun, type MemoryState, type RunState, stepKey } from './memory-state';
import { queuedEvent } from './queued-event';

/** Applies one commit whole or not at all. See the invariants in `ports/run-store.ts`. */
export function commitOne(state: MemoryState, commit: RunCommit): CommitOutcome {
  const now = state.now();
  const existing = state.runs.get(commit.runId);
  if (commit.create) {
    const replay = findReplay(state, commit.create);
    if (replay) return { ...lost(commit.runId), replayOf: replay };
  } else if (!existing || existing.epoch !== commit.epoch || !(existing.leaseUntil > now)) {
    return existing ? { ...lost(commit.runId), ...heads(existing) } : lost(commit.runId);
  }
  const status = commit.create ? 'running' : existing!.status;
  const quiet = existing?.seq === commit.baseSeq && existing.wakeSeq === commit.baseWakeSeq;
  const admitted =
    status === commit.expectStatus && (!commit.requireQuiet || commit.create !== undefined || quiet);
  const problem = findProblem(state, commit, status, admitted);
  if (problem) return { ...lost(commit.runId), failure: new CodedError('CONFLICT', problem) };

  const run = commit.create ? insertRun(state, commit.create, 'running', now) : existing!;
  const firstSeq = run.seq + 1;
  run.leaseUntil = now + commit.leaseMs;
  run.activeMs += commit.activeMs ?? 0;
  applyFacts(state, run, commit, now);
  if (admitted) applyAdmissions(state, run, commit, now);
  if (commit.snapshot) run.snapshot = { ...commit.snapshot, seq: run.seq };
  return { runId: commit.runId, result: admitted ? 'all' : 'facts', firstSeq, ...heads(run) };
}

function applyFacts(state: MemoryState, run: RunState, commit: RunCommit, now: number): void {
  append(run, commit.facts);
  for (const step of commit.responses ?? []) settle(run, stepKey(step), 'responded');
  for (const step of commit.unknowns ?? []) settle(run, stepKey(step), 'unknown');
  for (const stepId of commit.withdrawnGates ?? []) {
    const gate = run.gates.get(stepId);
    if (gate?.status === 'open') gate.status = 'withdrawn';
  }
  for (const key of commit.clearedTimers ?? []) run.timers.delete(key);
  addArtifacts(state, run, commit.artifacts, now);
}

function addArtifacts(
  state: MemoryState,
  { run: { runId, workspaceId } }: RunState,
  rows: readonly ArtifactRow[] = [],
  now: number,
): void {
  for (const { artifactId, nodeId, name, mimeType, sha256, bytes } of rows) {
    const createdAt = new Date(now).toISOString();
    const about = { runId, workspaceId, nodeId, name, mimeType, sha256, bytes, createdAt };
    state.artifacts.set(artifactId, { artifactId, ...about });
  }
}

function settle(run: RunState, key: string, to: 'responded' | 'unknown'): void {
  const effect = run.effects.get(key);
  if (effect?.state === 'intent') effect.state = to;
}

function applyAdmissions(state: MemoryState, run: RunState, commit: RunCommit, now: number): void {
  const { admissions, transition } = commit;
  append(run, admissions);
  for (const intent of admissions?.intents ?? [])
    run.effects.set(stepKey(intent), { ...intent, state: 'intent', recoveries: 0 });
  for (const gate of admissions?.gates ?? []) {
    const { deadlineSeconds } = gate;
    const deadline = deadlineSeconds === undefined ? {} : { deadlineAt: now + deadlineSeconds * 1000 };
    run.gates.set(gate.stepId, { ...gate, status: 'open', openedAt: now, ...deadline });
  }
  for (const { key, kind, afterMs } of admissions?.timers ?? [])
    run.timers.set(key, { kind, dueAt: now + afterMs, fired: false });
  for (const { child } of admissions?.children ?? [])
    append(insertRun(state, child, 'queued', now), queuedEvent(now, child));
  addArtifacts(state, run, admissions?.artifacts, now);

  if (transition) {
    run.status = transition.status;
    run.waitReason = transition.waitReason;
    run.output = transition.output;
    run.spilled = transition.spilled;
    run.error = transition.error;
    if (transition.warnings) run.warnings = transition.warnings;
  }
  if (isTerminal(run.status)) {
    run.endedAt = now;
    run.phase = 'ended';
    run.leaseUntil = 0;
    run.timers.clear();
    for (const gate of run.gates.values()) if (gate.status === 'open') gate.status = 'withdrawn';
  } else if (commit.release) {
    const waits = transition !== undefined && transition.waitReason !== undefined;
    run.phase = waits && run.wakeSeq === commit.baseWakeSeq ? 'parked' : 'ready';
    run.leaseUntil = 0;
  }
}

/** What a database would refuse: a key that is taken or a status that may not follow. */
function findProblem(
  state: MemoryState,
  commit: RunCommit,
  status: RunStatus,
  admitted: boolean,
): string | undefined {
  const run = state.runs.get(commit.runId);
  if (commit.create && run) return `Run ${commit.runId} exists already.`;
  if (commit.create?.parent) return `Run ${commit.runId} is a child: it starts with a commit of its parent.`;
  const named = [...(commit.artifacts ?? []), ...((admitted && commit.admissions?.artifacts) || [])];
  for (const { artifactId } of named)
    if (state.artifacts.has(artifactId)) return `Artifact ${artifactId} exists already.`;
  if (!admitted) return undefined;
  for (const intent of commit.admissions?.intents ?? [])
    if (run?.effects.has(stepKey(intent))) return `The effect ${stepKey(intent)} was admitted before.`;
  for (const { stepId } of commit.admissions?.gates ?? [])
    if (run?.gates.has(stepId)) return `The gate ${stepId} was opened before.`;
  for (const { child } of commit.admissions?.children ?? []) {
    const siblings = state.children.get(commit.runId) ?? [];
    const started = siblings.some((id) => sameLink(state.runs.get(id)!.run, child));
    if (state.runs.has(child.runId) || started) return `The child ${child.runId} was started before.`;
  }
  const next = commit.transition?.status;
  if (next && next !== status && !RUN_TRANSITIONS[status].includes(next))
    return `A run that is ${status} cannot become ${next}.`;
  return undefined;
}

function sameLink(left: NewRun, right: NewRun): boolean {
  return !!left.parent && !!right.parent && stepKey(left.parent) === stepKey(right.parent);
}

export function findReplay(state: MemoryState, run: NewRun): { runId: string; bodyHash: string } | undefined {
  return run.idempotencyKey && state.keys.get(idempotencyKey(run.workspaceId, run.idempotencyKey.key));
}

export function lost(runId: string): CommitOutcome {
  return { runId, result: 'lost', firstSeq: 0, seq: 0, wakeSeq: 0, status: 'queued' };
}

function heads(run: RunState): { seq: number; wakeSeq: number; status: RunStatus } {
  return { seq: run.seq, wakeSeq: run.wakeSeq, status: run.status };
}
