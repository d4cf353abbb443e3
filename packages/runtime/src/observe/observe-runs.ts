import { decodeEvents, isTerminal } from '@weftwork/schema';
import type { Clock, CommitOutcome, RunCommit, RunObserver, RunStore, WalkedRun } from '../ports';
import { createdAtOf } from '../run-id';

/**
 * The same store, with an observer told of what its answers say. Wrapped around the store and not woven into the
 * walker, so that nothing can be told that does not stand.
 */
export function observeRuns(
  runs: RunStore,
  parts: {
    readonly observer: RunObserver;
    readonly clock: Clock;
    /** The run as this process walks it, if it does. */
    walked(runId: string): WalkedRun | undefined;
    trouble(where: string, error: unknown): void;
  },
): RunStore {
  const { observer, clock, walked } = parts;

  /** What stands in the store must not be taken for lost because somebody could not be told of it. */
  function safely(told: () => void): void {
    try {
      told();
    } catch (error) {
      parts.trouble('telling an observer', error);
    }
  }

  function tell(commit: RunCommit, outcome: CommitOutcome): void {
    const { runId } = commit;
    if (outcome.result === 'lost') {
      if (!outcome.failure && !outcome.replayOf) observer.leaseLost(runId);
      return;
    }
    if (commit.create) observer.runAdmitted(commit.create);
    for (const step of commit.unknowns ?? []) observer.outcomeUnknown(runId, step);
    const stands = outcome.result === 'all';
    if (observer.traces) tellTraces(commit, stands);
    if (!stands) return;
    for (const { child } of commit.admissions?.children ?? []) observer.runAdmitted(child);
    const { transition } = commit;
    if (transition && isTerminal(transition.status)) {
      const ms = Math.max(0, clock.now() - createdAtOf(runId));
      const status = transition.status as 'completed' | 'failed' | 'cancelled';
      observer.runEnded({ runId, status, ms, ...(transition.error ? { error: transition.error } : {}) });
    }
  }

  function tellTraces({ runId, facts, admissions }: RunCommit, stands: boolean): void {
    const run = walked(runId);
    if (!run || !observer.traces!.isKept(run)) return;
    const events = facts.events > 0 ? [...decodeEvents(facts.text)] : [];
    if (stands && admissions && admissions.events > 0) events.push(...decodeEvents(admissions.text));
    if (events.length > 0) observer.traces!.eventsCommitted(run, events);
  }

  return {
    ...runs,
    async commit(commits) {
      const outcomes = await runs.commit(commits);
      for (let index = 0; index < commits.length; index += 1)
        safely(() => tell(commits[index]!, outcomes[index]!));
      return outcomes;
    },
    async enqueue(run) {
      const outcome = await runs.enqueue(run);
      if (outcome.result !== 'lost') safely(() => observer.runAdmitted(run));
      return outcome;
    },
    async claim(options) {
      const claimed = await runs.claim(options);
      safely(() => {
        for (const { run, takeover } of claimed) observer.runClaimed(run, takeover);
      });
      return claimed;
    },
    async renew(leases, leaseMs) {
      const answer = await runs.renew(leases, leaseMs);
      safely(() => {
        for (const runId of answer.lost) observer.leaseLost(runId);
      });
      return answer;
    },
  };
}
