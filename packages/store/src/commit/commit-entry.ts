import type { CommitOutcome, NewRun, RunCommit } from '@weftwork/runtime';
import type { RunStatus } from '@weftwork/schema';

/** Short integer keys of a version and what its row says, which never changes. */
export interface VersionKeys {
  readonly versionKey: number;
  readonly workflowKey: number;
  readonly settings: string;
}

/** A commit, or an admission to the queue, on its way to the database. */
export interface CommitEntry {
  readonly runId: string;
  readonly commit: RunCommit;
  /** `queued` for `enqueue`: the run is inserted, but nobody walks it yet. */
  readonly nextStatus: RunStatus | null;
  readonly keys: VersionKeys | undefined;
  readonly childKeys: readonly VersionKeys[];
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export function lost(runId: string): CommitOutcome {
  return { runId, result: 'lost', firstSeq: 0, seq: 0, wakeSeq: 0, status: 'queued' };
}

/**
 * A run that is inserted terminal with nothing but its log: what an awaited run of pure nodes is. It locks nothing and
 * can meet nobody, so it has a statement of its own.
 */
export function isBornTerminal({ commit }: CommitEntry): boolean {
  const { create, transition, admissions } = commit;
  return (
    create !== undefined &&
    create.idempotencyKey === undefined &&
    create.parent === undefined &&
    (transition?.status === 'completed' || transition?.status === 'failed') &&
    commit.expectStatus === 'running' &&
    isEmpty(admissions?.intents) &&
    isEmpty(admissions?.gates) &&
    isEmpty(admissions?.children) &&
    isEmpty(admissions?.artifacts) &&
    isEmpty(commit.artifacts) &&
    isEmpty(commit.unknowns)
  );
}

function isEmpty(list: readonly unknown[] | undefined): boolean {
  return list === undefined || list.length === 0;
}

/** The settings a run must store: null when they are those of its version. */
export function ownSettings(run: NewRun, keys: VersionKeys): string | null {
  const text = JSON.stringify(run.settings);
  return text === keys.settings ? null : text;
}
