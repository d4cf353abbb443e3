import { isTerminal, type RunStatus } from '@weftwork/schema';
import type { RunnableRuns, WorkerIdentity, WorkerRegistry } from '../ports';
import type { MemoryState } from './memory-state';

const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

export function memoryWorkerRegistry(state: MemoryState): WorkerRegistry {
  const workers = new Map<string, WorkerIdentity & { seenAt: number }>();

  function runnable(): RunnableRuns[] {
    const now = state.now();
    const byEngine = new Map<string, { engineVersion: string; runs: number; oldestMs?: number }>();
    for (const run of state.runs.values()) {
      const expired = run.phase === 'leased' && run.leaseUntil <= now;
      if (run.phase !== 'ready' && !expired) continue;
      const engineVersion = run.run.engine;
      const group = byEngine.get(engineVersion) ?? { engineVersion, runs: 0 };
      byEngine.set(engineVersion, group);
      group.runs += 1;
      if (!expired && run.status !== 'queued') continue;
      group.oldestMs = Math.max(group.oldestMs ?? 0, now - (expired ? run.leaseUntil : run.createdAt));
    }
    return [...byEngine.values()];
  }

  return {
    async beat(worker) {
      workers.set(worker.workerId, { ...worker, seenAt: state.now() });
      for (const [id, { seenAt }] of workers) if (state.now() - seenAt > FORGOTTEN_MS) workers.delete(id);
    },
    async leave(workerId) {
      workers.delete(workerId);
    },
    async survey() {
      const runs: Partial<Record<RunStatus, number>> = {};
      let openGates = 0;
      let openUnknowns = 0;
      for (const run of state.runs.values()) {
        for (const gate of run.gates.values()) if (gate.status === 'open') openGates += 1;
        for (const effect of run.effects.values()) if (effect.state === 'unknown') openUnknowns += 1;
        if (!isTerminal(run.status)) runs[run.status] = (runs[run.status] ?? 0) + 1;
      }
      return {
        runs,
        runnable: runnable(),
        openGates,
        openUnknowns,
        workers: [...workers.values()].map(({ seenAt, ...worker }) => ({
          ...worker,
          silentMs: state.now() - seenAt,
        })),
      };
    },
  };
}
