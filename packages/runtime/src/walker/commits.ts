import type { CommitOutcome, RunCommit, RunStore } from '../ports';

/** Sends commits to the store, which merges those of many runs, and knows how many have not come back. */
export class Commits {
  private underWay = 0;
  private idle: (() => void)[] = [];

  constructor(private readonly store: Pick<RunStore, 'commit'>) {}

  async submit(commit: RunCommit): Promise<CommitOutcome> {
    this.underWay += 1;
    try {
      const [outcome] = await this.store.commit([commit]);
      return outcome!;
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }

  /** Resolves when nothing is under way: a write is waited for even by a service that was told twice to stop. */
  async drained(): Promise<void> {
    while (this.underWay > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }
}
