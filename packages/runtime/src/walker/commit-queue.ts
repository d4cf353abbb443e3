import type { CommitOutcome, RunCommit, RunStore } from '../ports';

interface Waiting {
  readonly commit: RunCommit;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** More does not make a statement cheaper per run and makes everybody in it wait longer. */
const MAX_BATCH = 128;
/** Two statements under way keep the database busy while the next batch gathers; a third only splits batches. */
const MAX_UNDER_WAY = 2;

/**
 * Merges the commits that come up in one turn of the event loop, of however many runs, into one statement.
 * Each caller learns the outcome of its own commit.
 */
export class CommitQueue {
  private waiting: Waiting[] = [];
  private underWay = 0;
  private scheduled = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly store: Pick<RunStore, 'commit'>,
    private readonly onBatch: (size: number) => void = () => {},
  ) {}

  submit(commit: RunCommit): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ commit, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when nothing waits and nothing is under way. */
  async drained(): Promise<void> {
    while (this.waiting.length > 0 || this.underWay > 0) {
      await new Promise<void>((resolve) => this.idle.push(resolve));
    }
  }

  private schedule(): void {
    if (this.scheduled || this.underWay >= MAX_UNDER_WAY) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    if (this.waiting.length === 0 || this.underWay >= MAX_UNDER_WAY) return;
    const batch = this.waiting.splice(0, MAX_BATCH);
    this.underWay += 1;
    this.onBatch(batch.length);
    try {
      const outcomes = await this.store.commit(batch.map((entry) => entry.commit));
      for (let index = 0; index < batch.length; index += 1) batch[index]!.resolve(outcomes[index]!);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      this.underWay -= 1;
      if (this.waiting.length > 0) this.schedule();
      else if (this.underWay === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }
}
