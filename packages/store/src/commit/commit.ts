import type { CommitOutcome, NewRun, RunCommit, RunStore } from '@weftwork/runtime';
import { createdAtOf, queuedEvent } from '@weftwork/runtime';
import { CodedError, isCodedError, RUN_TRANSITIONS, type RunStatus } from '@weftwork/schema';
import type { Pool } from 'pg';
import { isUnavailable, storageUnavailable } from '../database-errors';
import { type CommitEntry, lost, type VersionKeys } from './commit-entry';
import type { CommitQueue } from './commit-queue';
import type { VersionKeyCache } from './version-keys';

/** The walker's writes: everything that goes through the merged statement. */
export function commitPath(
  queue: CommitQueue,
  versions: VersionKeyCache,
  pool: Pool,
): Pick<RunStore, 'commit' | 'enqueue'> {
  return {
    commit: (commits) =>
      Promise.all(commits.map((commit) => send(commit, commit.transition?.status ?? null))),

    async enqueue(run) {
      const commit: RunCommit = {
        runId: run.runId,
        create: run,
        epoch: 0,
        owner: '',
        leaseMs: 0,
        baseSeq: 0,
        baseWakeSeq: 0,
        facts: queuedEvent(createdAtOf(run.runId), run),
        expectStatus: 'running',
      };
      return send(commit, 'queued');
    },
  };

  function send(commit: RunCommit, nextStatus: RunStatus | null): Promise<CommitOutcome> {
    const problem = commit.create && createProblem(commit.create, nextStatus);
    if (problem)
      return Promise.resolve({ ...lost(commit.runId), failure: new CodedError('CONFLICT', problem) });
    const keys = knownKeys(commit);
    const sent = keys ? add(commit, nextStatus, keys) : loadAndAdd(commit, nextStatus);
    return commit.create?.idempotencyKey ? sent.then((outcome) => withReplay(commit.create!, outcome)) : sent;
  }

  /** Keys of the run itself first, those of its children after it; undefined when one is not in memory. */
  function knownKeys({ create, admissions }: RunCommit): (VersionKeys | undefined)[] | undefined {
    const own = create && versions.get(create.versionId);
    if (create && !own) return undefined;
    const children = admissions?.children ?? [];
    if (children.length === 0) return [own];
    const keys = children.map(({ child }) => versions.get(child.versionId));
    return keys.includes(undefined) ? undefined : [own, ...keys];
  }

  async function loadAndAdd(commit: RunCommit, nextStatus: RunStatus | null): Promise<CommitOutcome> {
    const runs = [commit.create, ...(commit.admissions?.children ?? []).map(({ child }) => child)];
    try {
      const keys = await versions.load(runs.map((run) => run?.versionId));
      return await add(commit, nextStatus, keys);
    } catch (error) {
      if (isCodedError(error) && error.code === 'NOT_FOUND') return { ...lost(commit.runId), failure: error };
      throw isUnavailable(error) ? storageUnavailable(error) : error;
    }
  }

  function add(
    commit: RunCommit,
    nextStatus: RunStatus | null,
    [keys, ...childKeys]: (VersionKeys | undefined)[],
  ): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      const entry: CommitEntry = {
        runId: commit.runId,
        commit,
        nextStatus,
        keys,
        childKeys: childKeys as VersionKeys[],
        resolve,
        reject,
      };
      queue.add(entry);
    });
  }

  /** Whose key it is can only be seen by a statement that starts after the one that found it taken. */
  async function withReplay(run: NewRun, outcome: CommitOutcome): Promise<CommitOutcome> {
    if (outcome.result !== 'lost' || outcome.failure) return outcome;
    const { rows } = await pool
      .query<{ run_id: string; body_hash: string }>(
        'SELECT run_id, body_hash FROM idempotency_keys WHERE workspace_id = $1 AND key = $2',
        [run.workspaceId, run.idempotencyKey!.key],
      )
      .catch((error) => {
        throw storageUnavailable(error);
      });
    const [row] = rows;
    return row ? { ...outcome, replayOf: { runId: row.run_id, bodyHash: row.body_hash } } : outcome;
  }
}

/** An update is checked by the table itself; an insert has no status before. */
function createProblem(run: NewRun, nextStatus: RunStatus | null): string | undefined {
  if (run.parent) return `Run ${run.runId} is a child: it starts with a commit of its parent.`;
  const allowed: readonly RunStatus[] = ['queued', 'running', ...RUN_TRANSITIONS.running];
  if (nextStatus !== null && !allowed.includes(nextStatus)) return `A new run cannot become ${nextStatus}.`;
  return undefined;
}
