import type { LimitWriter, RunLimit } from '../ports';
import type { MemoryState, RunState } from './memory-state';

/** How many runs may be running at the same time. */
export function memoryLimits(state: MemoryState): LimitWriter {
  return {
    async readLimits() {
      return [...state.limits.values()];
    },

    async setLimit({ workspaceId, workflowId, maxRunning }) {
      const key = limitKey(workspaceId, workflowId);
      if (maxRunning === null) state.limits.delete(key);
      else
        state.limits.set(key, {
          workspaceId,
          ...(workflowId === undefined ? {} : { workflowId }),
          maxRunning,
        });
      for (const run of state.runs.values()) {
        if (run.run.workspaceId !== workspaceId || run.slot !== 'waiting') continue;
        run.slot = undefined;
        if (run.phase === 'parked') run.phase = 'ready';
      }
    },
  };
}

function limitKey(workspaceId: string, workflowId = ''): string {
  return `${workspaceId}\n${workflowId}`;
}

function limitsOf(state: MemoryState, { run }: RunState): RunLimit[] {
  const keys = [limitKey(run.workspaceId), limitKey(run.workspaceId, run.workflowId)];
  return keys.flatMap((key) => state.limits.get(key) ?? []);
}

/** A run needs a slot to begin, and to go on after it waited for somebody or for a child; a cancel needs none. */
export function needsSlot(state: MemoryState, run: RunState): boolean {
  const { status, phase, waitReason } = run;
  if (phase !== 'ready' || limitsOf(state, run).length === 0) return false;
  return status === 'queued' || (status !== 'cancel_requested' && (waitReason ?? 'timer') !== 'timer');
}

/** Makes a run wait for its slot. */
export function postpone(run: RunState): void {
  run.slot = 'waiting';
  run.phase = 'parked';
}

/** Who walks holds a slot, and who is in backoff or was let go between two steps. */
export function holdsSlot({ phase, status, waitReason }: RunState): boolean {
  if (phase === 'ended') return false;
  return phase === 'leased' || (status === 'running' && (waitReason ?? 'timer') === 'timer');
}

/** The waiting run that gets the next free slot: the highest priority, then the oldest. */
export function nextGranted(state: MemoryState, engines?: readonly string[]): RunState | undefined {
  const waiting = [...state.runs.values()].filter(
    ({ slot, phase, run }) =>
      slot === 'waiting' && phase === 'parked' && (engines?.includes(run.engine) ?? true),
  );
  return waiting.sort(byPriority).find((run) =>
    limitsOf(state, run).every(({ workflowId, maxRunning }) => {
      const held = [...state.runs.values()].filter(
        (other) =>
          other.slot !== 'waiting' &&
          other.run.workspaceId === run.run.workspaceId &&
          (workflowId === undefined || other.run.workflowId === workflowId) &&
          holdsSlot(other),
      );
      return held.length < maxRunning;
    }),
  );
}

export function byPriority(left: RunState, right: RunState): number {
  const difference = (right.run.priority ?? 0) - (left.run.priority ?? 0);
  return difference || (left.run.runId < right.run.runId ? -1 : 1);
}
