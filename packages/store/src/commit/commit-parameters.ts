import { type ArtifactRow, createdAtOf, queuedEvent, type RunCommit } from '@weftwork/runtime';
import { boolArray, int4Array, textArray, uuidArray } from '../binary-arrays';
import {
  ARTIFACT_COLUMNS,
  CHILD_COLUMNS,
  COMMIT_COLUMNS,
  type Columns,
  CREATE_COLUMNS,
  EFFECT_COLUMNS,
  GATE_COLUMNS,
  SNAPSHOT_COLUMNS,
  TIMER_COLUMNS,
  WITHDRAWN_COLUMNS,
} from './commit-columns';
import { type CommitEntry, ownSettings } from './commit-entry';
import type { CommitParts } from './commit-sql';
import { errorText, warningsText } from './row-texts';

type Cell = string | number | boolean | null;
type Row = readonly Cell[];

/** What the statement must be able to write for this batch. */
export function partsOf(entries: readonly CommitEntry[]): CommitParts {
  const some = (test: (commit: RunCommit) => unknown): boolean => entries.some(({ commit }) => test(commit));
  return {
    creates: some(({ create }) => create),
    effects: some((c) => c.admissions?.intents?.length || c.responses?.length || c.unknowns?.length),
    timers: some((c) => c.admissions?.timers?.length || c.clearedTimers?.length),
    snapshots: some(({ snapshot }) => snapshot),
    endings: entries.some(({ commit, nextStatus }) => !commit.create && isEnd(nextStatus)),
    rare: some(
      (c) =>
        c.admissions?.gates?.length ||
        c.admissions?.children?.length ||
        c.withdrawnGates?.length ||
        c.unknowns?.length ||
        c.admissions?.artifacts?.length ||
        c.artifacts?.length,
    ),
  };
}

function isEnd(status: string | null): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** One binary array per column, in the order in which `commitSql` numbers them. */
export function commitParameters(entries: readonly CommitEntry[], parts: CommitParts): Buffer[] {
  const commitColumns = parts.creates ? [...COMMIT_COLUMNS, ...CREATE_COLUMNS] : COMMIT_COLUMNS;
  const commitRows = entries.map((entry) =>
    parts.creates ? [...commitRow(entry), ...createRow(entry)] : commitRow(entry),
  );
  const from = (rowsOf: (entry: CommitEntry) => readonly Row[]): Row[] => entries.flatMap(rowsOf);
  return [
    ...arrays(commitColumns, commitRows),
    ...(parts.effects ? arrays(EFFECT_COLUMNS, from(effectRows)) : []),
    ...(parts.timers ? arrays(TIMER_COLUMNS, from(timerRows)) : []),
    ...(parts.snapshots ? arrays(SNAPSHOT_COLUMNS, from(snapshotRows)) : []),
    ...(parts.rare
      ? [
          ...arrays(GATE_COLUMNS, from(gateRows)),
          ...arrays(WITHDRAWN_COLUMNS, from(withdrawnRows)),
          ...arrays(ARTIFACT_COLUMNS, from(artifactRows)),
          ...arrays(CHILD_COLUMNS, from(childRows)),
        ]
      : []),
  ];
}

function arrays(columns: Columns, rows: readonly Row[]): Buffer[] {
  return columns.map(([, type], index) => ENCODE[type](rows.map((row) => row[index] ?? null)));
}

/** A number or flag without value is only sent in rows that do not use it. */
const ENCODE: Record<Columns[number][1], (cells: Cell[]) => Buffer> = {
  uuid: (cells) => uuidArray(cells as string[]),
  int4: (cells) => int4Array(cells.map((cell) => (cell as number | null) ?? 0)),
  bool: (cells) => boolArray(cells as boolean[]),
  text: (cells) => textArray(cells as (string | null)[]),
};

function commitRow({ runId, commit, nextStatus }: CommitEntry): Row {
  const { transition, admissions, create } = commit;
  return [
    runId,
    commit.epoch,
    commit.baseSeq,
    commit.baseWakeSeq,
    commit.expectStatus,
    commit.requireQuiet === true && create === undefined,
    commit.facts.events,
    commit.facts.text,
    admissions?.events ?? 0,
    admissions?.text ?? '',
    nextStatus,
    transition?.waitReason ?? null,
    errorText(transition),
    warningsText(transition),
    commit.release === true || nextStatus === 'queued',
    commit.leaseMs,
    commit.activeMs ?? 0,
  ];
}

function createRow({ commit, keys }: CommitEntry): Row {
  const run = commit.create;
  if (!run || !keys) return [false, 0, 0, 0, 0, null, null, null, null, null, null, null, null];
  return [
    true,
    keys.workflowKey,
    keys.versionKey,
    run.depth,
    run.priority ?? 0,
    commit.owner === '' ? null : commit.owner,
    run.createdBy,
    JSON.stringify(run.input),
    ownSettings(run, keys),
    run.workspaceId,
    run.idempotencyKey?.key ?? null,
    run.idempotencyKey?.bodyHash ?? null,
    run.engine,
  ];
}

function effectRows({ runId, commit }: CommitEntry): Row[] {
  const rows: Row[] = [];
  for (const intent of commit.admissions?.intents ?? [])
    rows.push([runId, intent.nodeId, intent.path, intent.attempt, null, intent.effectClass]);
  for (const step of commit.responses ?? [])
    rows.push([runId, step.nodeId, step.path, step.attempt, 'responded', null]);
  for (const step of commit.unknowns ?? [])
    rows.push([runId, step.nodeId, step.path, step.attempt, 'unknown', null]);
  return rows;
}

function timerRows({ runId, commit }: CommitEntry): Row[] {
  const set = commit.admissions?.timers ?? [];
  const rows: Row[] = set.map(({ key, kind, afterMs }) => [runId, key, kind, Math.ceil(afterMs), false]);
  for (const key of commit.clearedTimers ?? [])
    rows.push([runId, key, null, 0, set.some((timer) => timer.key === key)]);
  return rows;
}

function snapshotRows({ runId, commit: { snapshot } }: CommitEntry): Row[] {
  return snapshot ? [[runId, snapshot.engineVersion, snapshot.text]] : [];
}

function gateRows({ runId, commit }: CommitEntry): Row[] {
  return (commit.admissions?.gates ?? []).map((gate) => [
    runId,
    gate.stepId,
    gate.nodeId,
    gate.path,
    gate.attempt,
    gate.mode,
    gate.onTimeout,
    JSON.stringify(gate.message),
    gate.schema ? JSON.stringify(gate.schema) : null,
    gate.assignee ? JSON.stringify(gate.assignee) : null,
    gate.signal?.name ?? null,
    gate.signal?.key ?? null,
    gate.deadlineSeconds === undefined ? null : String(gate.deadlineSeconds),
  ]);
}

function withdrawnRows({ runId, commit }: CommitEntry): Row[] {
  return (commit.withdrawnGates ?? []).map((stepId) => [runId, stepId]);
}

function artifactRows({ runId, commit }: CommitEntry): Row[] {
  const rows = (artifacts: readonly ArtifactRow[] = [], isAdmission: boolean): Row[] =>
    artifacts.map((artifact) => [
      runId,
      artifact.artifactId,
      artifact.nodeId,
      artifact.path,
      artifact.attempt,
      artifact.name,
      artifact.mimeType,
      artifact.sha256,
      String(artifact.bytes),
      isAdmission,
    ]);
  return [...rows(commit.artifacts, false), ...rows(commit.admissions?.artifacts, true)];
}

function childRows({ runId, commit, childKeys }: CommitEntry): Row[] {
  return (commit.admissions?.children ?? []).map(({ child }, index) => {
    const keys = childKeys[index]!;
    const { nodeId, path, attempt } = child.parent!;
    return [
      runId,
      child.runId,
      nodeId,
      path,
      attempt,
      keys.workflowKey,
      keys.versionKey,
      child.depth,
      child.priority ?? 0,
      child.createdBy,
      JSON.stringify(child.input),
      ownSettings(child, keys),
      child.engine,
      queuedEvent(createdAtOf(child.runId), child).text,
    ];
  });
}
