import type { RunStore } from './ports';
import { applyToRunView, createRunView, envelopesOf } from './run-view';

/**
 * A run that another process walks, as one who waits for it knows it: each look folds what was written since the last.
 * It is read as people read it, not by the engine: the other process may have a newer one.
 */
export class FollowedRun {
  private readonly view = createRunView();

  constructor(
    private readonly runs: Pick<RunStore, 'readLog'>,
    private readonly runId: string,
  ) {}

  /** Whether somebody outside has to answer, whatever else the run waits for. */
  async needsPerson(): Promise<boolean> {
    const rows = await this.runs.readLog(this.runId, this.view.lastSeq);
    for (const envelope of envelopesOf(this.runId, rows)) applyToRunView(this.view, envelope);
    const { gates, nodeRuns } = this.view;
    return (
      [...gates.values()].some(({ status }) => status === 'open') ||
      [...nodeRuns.values()].some(({ status }) => status === 'unknown')
    );
  }
}
