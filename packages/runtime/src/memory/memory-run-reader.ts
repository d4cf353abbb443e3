import {
  type ArtifactRecord,
  type GateRecord,
  type OpenRunCount,
  type RunReader,
  type RunRecord,
  shownWait,
} from '../ports';
import { holdsSlot } from './memory-limits';
import { type GateState, idempotencyKey, type MemoryState, type RunState } from './memory-state';

export function memoryRunReader(state: MemoryState): RunReader {
  const find = (workspaceId: string, runId: string): RunState | undefined => {
    const run = state.runs.get(runId);
    return run?.run.workspaceId === workspaceId ? run : undefined;
  };

  return {
    async getRun(workspaceId, runId) {
      const run = find(workspaceId, runId);
      return run && runRecord(state, run);
    },

    async getKeyHolder(workspaceId, key) {
      return state.keys.get(idempotencyKey(workspaceId, key));
    },

    async getRunWithLog(workspaceId, runId) {
      const run = find(workspaceId, runId);
      return run && { run: runRecord(state, run), log: [...run.log] };
    },

    async listRuns(workspaceId, filter, { cursor, limit }) {
      const matches = [...state.runs.values()]
        .filter(
          ({ run, status, createdAt }) =>
            run.workspaceId === workspaceId &&
            (cursor === undefined || run.runId < cursor) &&
            (filter.status === undefined || filter.status.includes(status)) &&
            (filter.workflowId === undefined || run.workflowId === filter.workflowId) &&
            (filter.parentRunId === undefined || run.parent?.runId === filter.parentRunId) &&
            (filter.since === undefined || createdAt >= Date.parse(filter.since)) &&
            (filter.until === undefined || createdAt < Date.parse(filter.until)),
        )
        .filter((run) => filter.search === undefined || isFound(runRecord(state, run), filter.search))
        .sort((left, right) => (left.run.runId < right.run.runId ? 1 : -1));
      const items = matches.slice(0, limit).map(({ output: _, ...run }) => runRecord(state, run));
      return { items, nextCursor: matches.length > limit ? items.at(-1)!.id : null };
    },

    async countOpenRuns(workspaceId) {
      const counts = new Map<string, OpenRunCount>();
      for (const run of state.runs.values()) {
        const { workflowId } = run.run;
        if (run.run.workspaceId !== workspaceId || run.phase === 'ended') continue;
        const kind = holdsSlot(run) ? 'running' : run.status === 'queued' ? 'queued' : 'waiting';
        const before = counts.get(workflowId) ?? { workflowId, running: 0, queued: 0, waiting: 0 };
        counts.set(workflowId, { ...before, [kind]: before[kind] + 1 });
      }
      return [...counts.values()].sort((a, b) => (a.workflowId < b.workflowId ? -1 : 1));
    },

    async listGates(workspaceId, filter, limit, after) {
      const gates: { openedAt: number; record: GateRecord }[] = [];
      for (const run of state.runs.values()) {
        if (run.run.workspaceId !== workspaceId) continue;
        if (filter.runId !== undefined && run.run.runId !== filter.runId) continue;
        for (const gate of run.gates.values())
          if (filter.stepId === undefined || gate.stepId === filter.stepId)
            gates.push({ openedAt: gate.openedAt, record: gateRecord(run, gate) });
      }
      gates.sort((left, right) => left.openedAt - right.openedAt || inText(left.record, right.record));
      const last = after && gates.findIndex(({ record }) => inText(record, after) === 0);
      if (last === -1) return [];
      const from = last === undefined ? 0 : last + 1;
      return gates
        .slice(from)
        .map(({ record }) => record)
        .filter(({ status }) => filter.status === undefined || status === filter.status)
        .slice(0, limit);
    },

    async listSignals(workspaceId, { name, key }, { cursor, limit }) {
      const matches = state.signals
        .filter(
          (signal) =>
            signal.workspaceId === workspaceId &&
            (cursor === undefined || Number(signal.signalId) < Number(cursor)) &&
            (name === undefined || signal.name === name) &&
            (key === undefined || signal.key === key),
        )
        .reverse();
      const items = matches.slice(0, limit).map(({ receivedMs: _, ...signal }) => signal);
      return { items, nextCursor: matches.length > limit ? items.at(-1)!.signalId : null };
    },

    async listArtifacts(workspaceId, runId) {
      return [...state.artifacts.values()].filter(isOf(workspaceId, runId));
    },

    async getArtifact(workspaceId, artifactId) {
      const artifact = state.artifacts.get(artifactId);
      return artifact?.workspaceId === workspaceId ? artifact : undefined;
    },
  };
}

function isFound({ id, workflowName, error, input }: RunRecord, search: string): boolean {
  const needle = search.toLowerCase();
  return [id, workflowName, error ? JSON.stringify(error) : '', JSON.stringify(input)].some((text) =>
    text.toLowerCase().includes(needle),
  );
}

function isOf(workspaceId: string, runId: string): (artifact: ArtifactRecord) => boolean {
  return (artifact) => artifact.workspaceId === workspaceId && artifact.runId === runId;
}

function runRecord(state: MemoryState, found: RunState): RunRecord {
  const { run } = found;
  const workflow = state.workflows.get(`${run.workspaceId}\n${run.workflowId}`);
  return {
    id: run.runId,
    workspaceId: run.workspaceId,
    workflowId: run.workflowId,
    workflowName: workflow?.name ?? run.workflowId,
    versionId: run.versionId,
    version: run.version,
    graphHash: run.graphHash,
    status: found.status,
    ...shownWait(found.status, found.waitReason),
    input: run.input,
    ...(found.output ? { output: found.output } : {}),
    ...(found.spilled ? { spilled: found.spilled } : {}),
    ...(found.error ? { error: found.error } : {}),
    warnings: found.warnings,
    settings: run.settings,
    lastSeq: found.seq,
    depth: run.depth,
    ...(run.parent ? { parent: run.parent } : {}),
    createdBy: run.createdBy,
    createdAt: new Date(found.createdAt).toISOString(),
    ...(found.startedAt === undefined ? {} : { startedAt: new Date(found.startedAt).toISOString() }),
    ...(found.endedAt === undefined ? {} : { endedAt: new Date(found.endedAt).toISOString() }),
  };
}

function gateRecord({ run }: RunState, gate: GateState): GateRecord {
  const { stepId, nodeId, path, attempt, mode, status, message, schema, deadlineAt, openedAt, signal } = gate;
  return {
    runId: run.runId,
    stepId,
    nodeId,
    path,
    attempt,
    mode,
    status,
    message,
    ...(schema ? { schema } : {}),
    ...(deadlineAt === undefined ? {} : { deadlineAt: new Date(deadlineAt).toISOString() }),
    openedAt: new Date(openedAt).toISOString(),
    ...(signal ? { signal } : {}),
  };
}

type GatePlace = Pick<GateRecord, 'runId' | 'stepId'>;

/** Gates that opened at the same time stand in one order, so that pages join. */
function inText(left: GatePlace, right: GatePlace): number {
  const [a, b] = [`${left.runId} ${left.stepId}`, `${right.runId} ${right.stepId}`];
  return a === b ? 0 : a < b ? -1 : 1;
}
