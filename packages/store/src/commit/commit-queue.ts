import type { RunObserver } from '@weftwork/runtime';
import { type CommitEntry, isBornTerminal } from './commit-entry';
import type { CommitLane } from './commit-lane';
import { sendCommits } from './send-commits';

/**
 * Merges what waits: while a connection is busy, commits gather, and the next statement takes them together. With two
 * connections one statement is planned and executed while the other waits for the disk.
 */
export interface CommitQueue {
  add(entry: CommitEntry): void;
  /** Waits for what was added. */
  close(): Promise<void>;
}

/**
 * Commits that make a second statement beside one under way worth its price: below that it only splits a batch, and
 * a statement costs the database about the same for one commit as for ten. Measured with three calls per run: 64
 * callers get 1.9 times the runs, 16 callers the same runs for a third less of the database's time.
 */
const WORTH_ANOTHER = 16;
/** More gains nothing; joins inside the statement grow with the square of it. */
const MAX_BATCH = 128;
/** A statement far above this delays everybody else's commits; a larger single commit still goes. */
const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024;

export function createCommitQueue(
  lanes: readonly CommitLane[],
  observer?: Pick<RunObserver, 'commitSent'>,
): CommitQueue {
  const idle = [...lanes];
  let waiting: CommitEntry[] = [];
  let scheduled = false;
  const sending = new Set<Promise<void>>();

  function dispatch(): void {
    scheduled = false;
    while (idle.length > 0 && waiting.length >= (idle.length === lanes.length ? 1 : WORTH_ANOTHER)) {
      const lane = idle.pop()!;
      const batch = takeBatch();
      const sentAt = performance.now();
      const sent = sendCommits(lane, batch).finally(() => {
        observer?.commitSent(batch.length, performance.now() - sentAt);
        sending.delete(sent);
        idle.push(lane);
        dispatch();
      });
      sending.add(sent);
    }
  }

  /** The oldest and those of its shape, each run once. */
  function takeBatch(): CommitEntry[] {
    const bornTerminal = isBornTerminal(waiting[0]!);
    const batch: CommitEntry[] = [];
    const left: CommitEntry[] = [];
    const runs = new Set<string>();
    let characters = 0;
    for (const entry of waiting) {
      const size = entry.commit.facts.text.length + (entry.commit.admissions?.text.length ?? 0);
      const fits =
        batch.length === 0 || (batch.length < MAX_BATCH && characters + size <= MAX_BATCH_CHARACTERS);
      if (!fits || runs.has(entry.runId) || isBornTerminal(entry) !== bornTerminal) {
        left.push(entry);
        continue;
      }
      batch.push(entry);
      runs.add(entry.runId);
      characters += size;
    }
    waiting = left;
    return batch.sort((left, right) => (left.runId < right.runId ? -1 : 1));
  }

  return {
    add(entry) {
      waiting.push(entry);
      if (scheduled || idle.length === 0) return;
      scheduled = true;
      queueMicrotask(dispatch);
    },
    async close() {
      while (sending.size > 0) await Promise.all(sending);
    },
  };
}
