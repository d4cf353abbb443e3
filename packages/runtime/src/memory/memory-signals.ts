import { isTerminal } from '@weftwork/schema';
import type { JudgeSignal, SignalRecord, SignalWriter, WaitingGate } from '../ports';
import { append, type GateState, isPast, type MemoryState, type RunState, wake } from './memory-state';

/** Signals and the gates that wait for them. */
export function memorySignals(state: MemoryState): SignalWriter {
  let last = 0;

  const waits = ({ status }: RunState, gate: GateState): boolean =>
    gate.mode === 'signal' && gate.status === 'open' && !isTerminal(status) && status !== 'cancel_requested';

  const isFor = (run: RunState, { signal }: GateState, sent: SignalRecord): boolean =>
    run.run.workspaceId === sent.workspaceId && signal?.name === sent.name && signal.key === sent.key;

  /** Decides the gate with the signal, if it fits. */
  function deliver(run: RunState, gate: GateState, signal: SignalRecord, judge: JudgeSignal): boolean {
    const events = judge(waitingGate(run, gate), signal);
    if (!events) return false;
    gate.status = 'decided';
    gate.signalId = signal.signalId;
    append(run, events);
    wake(run);
    return true;
  }

  /** Signals for a gate that its node has not taken yet, oldest first. */
  function storedFor(run: RunState, gate: GateState): SignalRecord[] {
    const taken = new Set(
      [...run.gates.values()].filter(({ nodeId }) => nodeId === gate.nodeId).map(({ signalId }) => signalId),
    );
    return state.signals.filter(
      (signal) =>
        isFor(run, gate, signal) &&
        signal.receivedMs >= run.createdAt &&
        !isPast(gate, signal.receivedMs) &&
        !taken.has(signal.signalId),
    );
  }

  return {
    async receiveSignal(sent, judge) {
      const { idempotencyId, workspaceId } = sent;
      const known =
        idempotencyId !== undefined &&
        state.signals.find((one) => one.workspaceId === workspaceId && one.idempotencyId === idempotencyId);
      if (known) return { signal: recordOf(known), duplicate: true, delivered: [], rejected: [] };
      const receivedMs = state.now();
      last += 1;
      const signal = { ...sent, signalId: String(last), receivedAt: new Date(receivedMs).toISOString() };
      state.signals.push({ ...signal, receivedMs });
      const delivered: WaitingGate[] = [];
      const rejected: WaitingGate[] = [];
      for (const run of state.runs.values())
        for (const gate of run.gates.values())
          if (waits(run, gate) && !isPast(gate, receivedMs) && isFor(run, gate, signal))
            (deliver(run, gate, signal, judge) ? delivered : rejected).push(waitingGate(run, gate));
      return { signal, duplicate: false, delivered, rejected };
    },

    async offerSignals({ runId, limit }, judge) {
      const told = new Set<string>();
      let looked = 0;
      const runs = runId === undefined ? state.runs.values() : [state.runs.get(runId)];
      for (const run of runs) {
        for (const gate of run?.gates.values() ?? []) {
          if (looked === limit || !run || !waits(run, gate) || gate.offered) continue;
          looked += 1;
          gate.offered = true;
          if (storedFor(run, gate).some((signal) => deliver(run, gate, signal, judge)))
            told.add(run.run.runId);
        }
      }
      return { told: [...told], looked };
    },

    async purgeSignals(olderThanMs, limit) {
      const before = state.now() - olderThanMs;
      let old = state.signals.findIndex(({ receivedMs }) => receivedMs >= before);
      if (old < 0) old = state.signals.length;
      return state.signals.splice(0, Math.min(old, limit)).length;
    },
  };
}

function recordOf({ receivedMs: _, ...signal }: SignalRecord & { receivedMs: number }): SignalRecord {
  return signal;
}

function waitingGate({ run }: RunState, gate: GateState): WaitingGate {
  const { stepId, nodeId, path, attempt, schema } = gate;
  return { runId: run.runId, stepId, nodeId, path, attempt, ...(schema ? { schema } : {}) };
}
