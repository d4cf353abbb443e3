import type { RunStore } from '../ports';
import { memoryLeases } from './memory-claim';
import { commitOne, findReplay, lost } from './memory-commit';
import { memoryFacts } from './memory-facts';
import { memoryLimits } from './memory-limits';
import { memorySignals } from './memory-signals';
import { append, insertRun, type MemoryState } from './memory-state';
import { memoryTimers } from './memory-timers';
import { queuedEvent } from './queued-event';

export function memoryRunStore(state: MemoryState): RunStore {
  return {
    async commit(commits) {
      return commits.map((commit) => commitOne(state, commit));
    },

    async enqueue(run) {
      const replay = findReplay(state, run);
      if (replay) return { ...lost(run.runId), replayOf: replay };
      const now = state.now();
      append(insertRun(state, run, 'queued', now), queuedEvent(now, run));
      return { runId: run.runId, result: 'all', firstSeq: 1, seq: 1, wakeSeq: 0, status: 'queued' };
    },

    async readLog(runId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const log = state.runs.get(runId)?.log ?? [];
      return log.filter((row) => row.lastSeq > afterSeq).slice(0, limit);
    },

    ...memoryLeases(state),
    ...memoryFacts(state),
    ...memoryTimers(state),
    ...memorySignals(state),
    ...memoryLimits(state),
  };
}
