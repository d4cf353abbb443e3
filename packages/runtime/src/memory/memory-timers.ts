import { isTerminal } from '@weftwork/schema';
import type { DueGate, RunStore } from '../ports';
import { type GateState, type MemoryState, type RunState, wake } from './memory-state';

/** What is due by the store's clock. */
export function memoryTimers(state: MemoryState): Pick<RunStore, 'dueGates' | 'wakeDueTimers'> {
  function nextInMs(now: number): { nextInMs?: number } {
    let next = Number.POSITIVE_INFINITY;
    for (const run of state.runs.values()) {
      if (isTerminal(run.status)) continue;
      for (const timer of run.timers.values()) if (timer.dueAt > now) next = Math.min(next, timer.dueAt);
      for (const gate of run.gates.values())
        if (gate.status === 'open' && gate.deadlineAt! > now) next = Math.min(next, gate.deadlineAt!);
    }
    return Number.isFinite(next) ? { nextInMs: next - now } : {};
  }

  return {
    async dueGates(limit) {
      const now = state.now();
      const gates: DueGate[] = [];
      for (const run of state.runs.values()) {
        if (run.status === 'cancel_requested') continue;
        for (const gate of run.gates.values())
          if (gates.length < limit && gate.status === 'open' && gate.deadlineAt! <= now)
            gates.push(dueGate(run, gate));
      }
      return { gates, ...nextInMs(now) };
    },

    async wakeDueTimers(limit) {
      const now = state.now();
      let woken = 0;
      for (const run of state.runs.values()) {
        if (woken === limit) break;
        const due = [...run.timers.values()].filter((timer) => !timer.fired && timer.dueAt <= now);
        if (due.length === 0) continue;
        for (const timer of due) timer.fired = true;
        wake(run);
        woken += 1;
      }
      return { woken, ...nextInMs(now) };
    },
  };
}

function dueGate(run: RunState, gate: GateState): DueGate {
  const { runId, workspaceId } = run.run;
  const { stepId, nodeId, path, attempt, mode, onTimeout } = gate;
  return { runId, workspaceId, stepId, nodeId, path, attempt, mode, onTimeout };
}
