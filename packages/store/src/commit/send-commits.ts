import type { CommitOutcome } from '@weftwork/runtime';
import { CodedError, type RunStatus } from '@weftwork/schema';
import {
  isContention,
  isRetryable,
  isUnavailable,
  isUniqueViolation,
  storageUnavailable,
} from '../database-errors';
import {
  BORN_TERMINAL_NAME,
  BORN_TERMINAL_SQL,
  bornTerminalOutcome,
  bornTerminalParameters,
} from './born-terminal';
import { type CommitEntry, isBornTerminal, lost } from './commit-entry';
import type { CommitLane } from './commit-lane';
import { commitParameters, partsOf } from './commit-parameters';
import { commitSql, partsKey } from './commit-sql';

/** Deadlocks are rare, and each attempt lets at least one of the two sides through. */
const ATTEMPTS = 8;
const VERDICTS = ['lost', 'facts', 'all'] as const;
const statements = new Map<string, string>();

/**
 * Sends a batch as one statement and settles every entry. When the database refuses it, each commit is sent by itself,
 * so that only the guilty one fails. A lost connection leaves the outcome unknown: `STORAGE_UNAVAILABLE` for all.
 */
export async function sendCommits(lane: CommitLane, entries: readonly CommitEntry[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcomes = isBornTerminal(entries[0]!)
        ? await sendBornTerminal(lane, entries)
        : await sendGeneral(lane, entries);
      entries.forEach((entry, index) => void entry.resolve(outcomes[index]!));
      return;
    } catch (error) {
      if (isUnavailable(error)) {
        const unavailable = storageUnavailable(error);
        for (const entry of entries) entry.reject(unavailable);
        return;
      }
      if (isRetryable(error) && attempt < ATTEMPTS) continue;
      if (entries.length > 1) {
        for (const entry of entries) await sendCommits(lane, [entry]);
        return;
      }
      const [entry] = entries;
      if (isContention(error)) entry!.reject(storageUnavailable(error));
      else entry!.resolve({ ...lost(entry!.runId), failure: failure(entry!, error) });
      return;
    }
  }
}

async function sendBornTerminal(
  lane: CommitLane,
  entries: readonly CommitEntry[],
): Promise<readonly CommitOutcome[]> {
  const values = bornTerminalParameters(entries);
  await lane.run({ name: BORN_TERMINAL_NAME, text: BORN_TERMINAL_SQL, values });
  return entries.map(bornTerminalOutcome);
}

async function sendGeneral(
  lane: CommitLane,
  entries: readonly CommitEntry[],
): Promise<readonly CommitOutcome[]> {
  const parts = partsOf(entries);
  const key = partsKey(parts);
  const text = statements.get(key) ?? commitSql(parts);
  statements.set(key, text);
  const rows = await lane.run({ name: `commit-${key}`, text, values: commitParameters(entries, parts) });
  const outcomes = entries.map(({ runId }) => lost(runId));
  for (const [ordinal, verdict, seq, newSeq, wakeSeq, status] of rows) {
    const index = Number(ordinal) - 1;
    const result = VERDICTS[Number(verdict)]!;
    outcomes[index] = {
      runId: entries[index]!.runId,
      result,
      firstSeq: result === 'lost' ? 0 : Number(seq) + 1,
      seq: Number(newSeq),
      wakeSeq: Number(wakeSeq),
      status: status as RunStatus,
    };
  }
  return outcomes;
}

function failure({ runId }: CommitEntry, cause: unknown): CodedError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CodedError(
    isUniqueViolation(cause) ? 'CONFLICT' : 'INTERNAL',
    `The database refused a commit of run ${runId}: ${reason}`,
    { cause },
  );
}
