import { isTerminal } from '@weftwork/schema';
import type { FactOutcome, RunStore } from '../ports';
import { append, isPast, type MemoryState, type RunState, stepKey, wake } from './memory-state';

type Facts = Pick<
  RunStore,
  'decideGate' | 'settleEffect' | 'requestCancel' | 'reportChildEnd' | 'unreportedChildren'
>;

/** The writers that are not the walker: each takes `seq` from the run, appends its fact and wakes the run. */
export function memoryFacts(state: MemoryState): Facts {
  const find = (workspaceId: string, runId: string): RunState | undefined => {
    const run = state.runs.get(runId);
    return run?.run.workspaceId === workspaceId ? run : undefined;
  };
  const record = (run: RunState, events: { text: string; events: number }): FactOutcome => {
    append(run, events);
    wake(run);
    return { ok: true, seq: run.seq };
  };

  return {
    async decideGate({ runId, workspaceId, stepId, events }) {
      const run = find(workspaceId, runId);
      const gate = run?.gates.get(stepId);
      if (!run || !gate) return { ok: false, refused: 'notFound' };
      if (isTerminal(run.status)) return { ok: false, refused: 'terminal' };
      if (gate.status !== 'open' || run.status === 'cancel_requested')
        return { ok: false, refused: 'gateNotOpen' };
      if (isPast(gate, state.now())) return { ok: false, refused: 'gateExpired' };
      gate.status = 'decided';
      return record(run, events);
    },

    async settleEffect({ runId, workspaceId, step, events }) {
      const run = find(workspaceId, runId);
      if (!run) return { ok: false, refused: 'notFound' };
      if (isTerminal(run.status)) return { ok: false, refused: 'terminal' };
      const effect = run.effects.get(stepKey(step));
      if (effect?.state !== 'unknown') return { ok: false, refused: 'stepNotUnknown' };
      effect.state = 'settled';
      return record(run, events);
    },

    async requestCancel({ runId, workspaceId, events }) {
      const root = find(workspaceId, runId);
      if (!root) return { ok: false, refused: 'notFound' };
      if (isTerminal(root.status)) return { ok: false, refused: 'terminal' };
      const cancelled: string[] = [];
      for (let level = [runId]; level.length > 0; ) {
        for (const id of level) {
          const run = state.runs.get(id)!;
          if (isTerminal(run.status) || run.status === 'cancel_requested') continue;
          run.status = 'cancel_requested';
          run.waitReason = undefined;
          record(run, events);
          cancelled.push(id);
        }
        level = level.flatMap((id) => state.children.get(id) ?? []);
      }
      return { ok: true, cancelled };
    },

    async reportChildEnd({ runId, childRunId, events }) {
      const parent = state.runs.get(runId);
      const child = state.runs.get(childRunId);
      if (!parent || !child || child.parentTold) return;
      child.parentTold = true;
      if (!isTerminal(parent.status)) record(parent, events);
    },

    async unreportedChildren(limit) {
      const found = [];
      for (const { run, status, parentTold, output, spilled, error } of state.runs.values()) {
        if (found.length === limit) break;
        if (!run.parent || parentTold || !isTerminal(status)) continue;
        found.push({
          link: run.parent,
          childRunId: run.runId,
          status,
          ...(output ? { output } : {}),
          ...(spilled ? { spilled } : {}),
          ...(error ? { error } : {}),
        });
      }
      return found;
    },
  };
}
