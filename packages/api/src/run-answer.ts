import type { ArtifactRecord, LogRow, RunRecord } from '@weftwork/runtime';
import { applyToRunView, createRunView, envelopesOf, type GateView } from '@weftwork/runtime/run-view';
import type { Artifact as ArtifactReference, JsonObject } from '@weftwork/schema';
import type { Artifact, Gate, NodeRun, Run, RunSummary } from './wire';

/** A run as lists show it. */
export function toRunSummary(record: RunRecord): RunSummary {
  const { workspaceId: _, versionId: __, settings: ___, depth: ____, parent, warnings, ...run } = record;
  return { ...run, warnings: [...warnings], ...(parent ? { parentRunId: parent.runId } : {}) } as RunSummary;
}

/** A run in full, folded from its log. `now` is epoch milliseconds, for what counts down. */
export function toRun(
  record: RunRecord,
  log: readonly LogRow[],
  artifacts: readonly ArtifactRecord[],
  now: number,
): Run {
  const view = createRunView();
  for (const envelope of envelopesOf(record.id, log)) applyToRunView(view, envelope);
  const gates = [...view.gates.values()].map((gate) => toGate(gate, now));
  const waiting = new Map(gates.filter((gate) => gate.status === 'open').map((gate) => [gate.stepId, gate]));
  const nodeRuns = [...view.nodeRuns.values()].map((nodeRun) => {
    const gate = waiting.get(nodeRun.id);
    return (gate ? { ...nodeRun, ...countdownOf(gate) } : nodeRun) as NodeRun;
  });
  const stored = new Map(artifacts.map((artifact) => [artifact.artifactId, artifact]));
  return {
    ...toRunSummary(record),
    // By the log, like its node runs: the row is written a moment later.
    ...(view.startedAt ? { startedAt: view.startedAt } : {}),
    ...(view.endedAt ? { endedAt: view.endedAt } : {}),
    artifacts: [...view.artifacts.values()].map((artifact) =>
      toArtifact(artifact, stored.get(artifact.artifactId)),
    ),
    nodeRuns,
    gates,
  };
}

/** A gate with how long it is still open: null without a deadline, never below 0. */
export function toGate(gate: Readonly<GateView>, now: number): Gate {
  const open = gate.status === 'open';
  const shown = { ...gate, iterationPath: gate.iterationPath && [...gate.iterationPath] } as Gate;
  if (shown.iterationPath === undefined) delete shown.iterationPath;
  if (!open) return shown;
  return {
    ...shown,
    approvalSecondsRemaining: secondsUntil(gate.deadlineAt, now),
    approvalAssignee: gate.assignee ?? null,
  };
}

function countdownOf(gate: Gate): Pick<NodeRun, 'approvalSecondsRemaining' | 'approvalAssignee'> {
  return {
    approvalSecondsRemaining: gate.approvalSecondsRemaining ?? null,
    approvalAssignee: (gate.approvalAssignee as JsonObject | null | undefined) ?? null,
  };
}

function secondsUntil(deadlineAt: string | undefined, now: number): number | null {
  return deadlineAt === undefined ? null : Math.max(0, Math.ceil((Date.parse(deadlineAt) - now) / 1000));
}

function toArtifact(artifact: ArtifactReference, record: ArtifactRecord | undefined): Artifact {
  if (!record) return artifact;
  const { nodeId, bytes, sha256 } = record;
  return { ...artifact, nodeId, bytes, sha256 };
}
