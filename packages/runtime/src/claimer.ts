import { ENGINE_VERSION } from '@weftwork/engine';
import { isCodedError } from '@weftwork/schema';
import type { PreparedVersion } from './graph/prepare-version';
import type { ClaimedRun, Clock, RunStore } from './ports';
import type { VersionCatalogue } from './version-catalogue';
import { defectOf, endCommit } from './walker/end-commit';

/** Runs taken in one statement. */
const BATCH = 50;

/**
 * Claims runs that can move. Run by run when one is asked for, in batches when many are: a claim costs the database
 * the same for one run as for fifty.
 */
export class Claimer {
  private readonly wanted = new Set<string>();
  private scheduled = false;
  private sweepWanted = false;
  private claiming = false;

  constructor(
    private readonly parts: {
      readonly runs: RunStore;
      readonly clock: Clock;
      readonly catalogue: VersionCatalogue;
      readonly owner: string;
      readonly leaseMs: number;
      /** Walkers this process may still open. */
      room(): number;
      walk(version: PreparedVersion, claimed: ClaimedRun): { nudge(): void };
      trouble(where: string, error: unknown): void;
    },
  ) {}

  /** Somebody says that this run can move. */
  want(runId: string): void {
    this.wanted.add(runId);
    this.schedule();
  }

  /** Whatever can move: after a start, for runs nobody told of, when a slot has become free. */
  wantAny(): void {
    this.sweepWanted = true;
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled || this.claiming) return;
    this.scheduled = true;
    this.parts.clock.soon(() => {
      this.scheduled = false;
      void this.claimWanted();
    });
  }

  private async claimWanted(): Promise<void> {
    this.claiming = true;
    try {
      while (this.wanted.size > 0 || this.sweepWanted) {
        const room = Math.min(this.parts.room(), BATCH);
        if (room <= 0) break;
        const only = this.sweepWanted || this.wanted.size > 1 ? undefined : [...this.wanted][0];
        this.wanted.clear();
        this.sweepWanted = false;
        const claimed = await this.claim(only, room);
        // A full batch: there may be more, and those who were named may be among them.
        if (only === undefined && claimed === room) this.sweepWanted = true;
      }
    } finally {
      this.claiming = false;
    }
  }

  private async claim(runId: string | undefined, limit: number): Promise<number> {
    const { runs, owner, leaseMs, trouble } = this.parts;
    try {
      const options = { owner, leaseMs, engineVersion: ENGINE_VERSION };
      const claimed = await runs.claim(
        runId === undefined ? { ...options, limit } : { ...options, limit: 1, runId },
      );
      for (const one of claimed) await this.open(one);
      return claimed.length;
    } catch (error) {
      trouble('claiming runs', error);
      return 0;
    }
  }

  private async open(claimed: ClaimedRun): Promise<void> {
    const { catalogue, walk, trouble } = this.parts;
    let version: PreparedVersion;
    try {
      version = await catalogue.byId(claimed.run.workspaceId, claimed.run.versionId);
    } catch (error) {
      trouble(`preparing the version of run ${claimed.run.runId}`, error);
      // The store being away is no fault of the run: its lease runs out and it is claimed again.
      if (!isCodedError(error) || error.kind !== 'transient') await this.fail(claimed, error);
      return;
    }
    const walker = walk(version, claimed);
    // Told of again since the claim read its log: what was written then must not wait for the next renewal.
    if (this.wanted.delete(claimed.run.runId)) walker.nudge();
  }

  /** A run whose version cannot be compiled will never move: it ends, with the reason. */
  private async fail({ run, epoch, seq, wakeSeq, status }: ClaimedRun, cause: unknown): Promise<void> {
    const { owner, leaseMs } = this.parts;
    const commit = endCommit(
      { runId: run.runId, epoch, owner, leaseMs, baseSeq: seq, baseWakeSeq: wakeSeq },
      {
        cancelled: status === 'cancel_requested',
        error: defectOf('The version of this run cannot be prepared', cause),
        now: this.parts.clock.now(),
      },
    );
    await this.parts.runs.commit([commit]);
  }
}
