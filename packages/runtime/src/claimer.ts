import { COMPATIBLE_ENGINES, ENGINE_VERSION } from '@weftwork/engine';
import { isCodedError } from '@weftwork/schema';
import type { PreparedVersion } from './graph/prepare-version';
import type { ClaimedRun, Clock, RunStore } from './ports';
import type { VersionCatalogue } from './version-catalogue';
import { defectOf, endCommit } from './walker/end-commit';

/** Runs taken in one statement. */
const BATCH = 50;
/** However much is ready, this often the search begins with leases that ran out. It reads all that are leased. */
const TAKEOVERS_MS = 1_000;

/**
 * Claims runs that can move, never more than there is room for. Those that somebody told of are claimed by their ids,
 * many in one statement: what is looked up in the primary key walks over nothing dead. Only the search for runs that
 * nobody told of reads the index of open runs.
 */
export class Claimer {
  private readonly wanted = new Set<string>();
  private scheduled = false;
  private sweepWanted = false;
  private sweepTurn = false;
  /** The last search found more than there was room for: workspaces must share. */
  private isCrowded = false;
  private readonly takeovers = { lookedAt: Number.NEGATIVE_INFINITY, found: false, isTurn: false };
  private claiming = false;
  private caughtUp: (() => void)[] = [];

  constructor(
    private readonly parts: {
      readonly runs: RunStore;
      readonly clock: Clock;
      readonly catalogue: VersionCatalogue;
      readonly owner: string;
      readonly leaseMs: number;
      /** Walkers this process may still open. */
      room(): number;
      /** How many runs of each workspace this process walks. */
      running(): Readonly<Record<string, number>>;
      /** Whether limits on running runs are set anywhere. */
      areLimited(): boolean;
      /** `sentAt`: when the claim was sent, by the monotonic clock. */
      walk(version: PreparedVersion, claimed: ClaimedRun, sentAt: number): { nudge(): void };
      trouble(where: string, error: unknown): void;
    },
  ) {}

  /** Somebody says that this run can move. Resolves when it was tried to claim it, or there is no room to. */
  want(runId: string): Promise<void> {
    this.wanted.add(runId);
    this.schedule();
    return new Promise((resolve) => this.caughtUp.push(resolve));
  }

  /** Whatever can move: after a start, and for runs nobody told of. */
  wantAny(): void {
    this.sweepWanted = true;
    this.schedule();
  }

  /** There is room again for what was wanted while there was none. */
  hasRoom(): void {
    if (this.wanted.size > 0 || this.sweepWanted) this.schedule();
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
        const free = this.parts.room();
        if (free <= 0) break;
        const room = Math.min(free, BATCH);
        const caughtUp = this.caughtUp.splice(0);
        // In turns, so that neither waits for the other however much there is to do.
        this.sweepTurn = this.sweepWanted && (this.wanted.size === 0 || !this.sweepTurn);
        // More is wanted than there is room for: who goes first is for the store to say, not for who told of it first.
        const isScarce = this.wanted.size > free;
        if (isScarce) this.isCrowded = true;
        if (this.sweepTurn || isScarce) await this.sweep(room);
        else await this.claim(room, { runIds: this.takeWanted(room) });
        for (const resolve of caughtUp) resolve();
      }
    } finally {
      this.claiming = false;
      for (const resolve of this.caughtUp.splice(0)) resolve();
    }
  }

  private async sweep(room: number): Promise<void> {
    this.sweepWanted = false;
    const told = new Set(this.wanted);
    const claimed = await this.claim(room, { takeoversFirst: this.isTakeoverTurn() });
    if (this.takeovers.isTurn) this.takeovers.found = claimed.some(({ takeover }) => takeover);
    this.isCrowded = claimed.length >= room;
    // A full batch: there may be more. Otherwise all that could be claimed is, whoever told of it.
    if (this.isCrowded) this.sweepWanted = true;
    else for (const runId of told) this.wanted.delete(runId);
  }

  /** Every second, and in turns with what is ready while there are more: so neither waits for the other. */
  private isTakeoverTurn(): boolean {
    const { takeovers } = this;
    const now = this.parts.clock.monotonic();
    const isDue = now - takeovers.lookedAt >= TAKEOVERS_MS;
    takeovers.isTurn = isDue || (takeovers.found && !takeovers.isTurn);
    if (takeovers.isTurn) takeovers.lookedAt = now;
    return takeovers.isTurn;
  }

  private takeWanted(limit: number): string[] {
    const taken: string[] = [];
    for (const runId of this.wanted) {
      if (taken.length === limit) break;
      taken.push(runId);
      this.wanted.delete(runId);
    }
    return taken;
  }

  private async claim(
    limit: number,
    search: { readonly runIds: readonly string[] } | { readonly takeoversFirst: boolean },
  ): Promise<readonly ClaimedRun[]> {
    const { runs, clock, owner, leaseMs, trouble } = this.parts;
    const sentAt = clock.monotonic();
    try {
      const claimed = await runs.claim({
        ...{ limit, owner, leaseMs, engineVersion: ENGINE_VERSION, engines: COMPATIBLE_ENGINES },
        ...search,
        ...(this.isCrowded && !('runIds' in search) ? { fair: { running: this.parts.running() } } : {}),
        ...(this.parts.areLimited() ? { limited: true } : {}),
      });
      for (const one of claimed) await this.open(one, sentAt);
      return claimed;
    } catch (error) {
      trouble('claiming runs', error);
      return [];
    }
  }

  private async open(claimed: ClaimedRun, sentAt: number): Promise<void> {
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
    const walker = walk(version, claimed, sentAt);
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
