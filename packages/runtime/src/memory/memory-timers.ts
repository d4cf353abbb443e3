import { isTerminal } from '@weftwork/schema';
import type { DueGate, RunStore } from '../ports';
import { append, type GateState, isPast, type MemoryState, type RunState, wake } from './memory-state';

/** What is due by the store's clock. */
export function memoryTimers(
  state: MemoryState,
): Pick<RunStore, 'dueGates' | 'expireGates' | 'wakeDueTimers'> {
  function nextInMs(now: number, mayBeMore: boolean): { nextInMs?: number } {
    if (mayBeMore) return { nextInMs: 0 };
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
      const due = [...state.runs.values()]
        .filter(canBeTold)
        .flatMap((run) =>
          [...run.gates.values()].filter((gate) => isDue(gate, now)).map((gate) => ({ run, gate })),
        );
      due.sort((left, right) => left.gate.deadlineAt! - right.gate.deadlineAt!);
      const gates = due.slice(0, limit).map(({ run, gate }) => dueGate(run, gate));
      return { gates, ...nextInMs(now, gates.length === limit) };
    },

    async expireGates(expiries) {
      const told = new Set<RunState>();
      for (const { runId, stepId, events } of expiries) {
        const run = state.runs.get(runId);
        const gate = run?.gates.get(stepId);
        if (!run || !gate || !canBeTold(run) || !isDue(gate, state.now())) continue;
        gate.status = 'expired';
        append(run, events);
        told.add(run);
      }
      for (const run of told) wake(run);
      return [...told].map(({ run }) => run.runId);
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
      return { woken, ...nextInMs(now, woken === limit) };
    },
  };
}

function canBeTold({ status }: RunState): boolean {
  return !isTerminal(status) && status !== 'cancel_requested';
}

function isDue(gate: GateState, now: number): boolean {
  return gate.status === 'open' && isPast(gate, now);
}

function dueGate(run: RunState, gate: GateState): DueGate {
  const { runId, workspaceId } = run.run;
  const { stepId, nodeId, path, attempt, mode, onTimeout } = gate;
  return { runId, workspaceId, stepId, nodeId, path, attempt, mode, onTimeout };
}
