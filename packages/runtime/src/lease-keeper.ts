import type { Clock, RunStore } from './ports';
import type { Walker } from './walker/walker';

/** Renews the leases of all runs of this process in one statement, three times per lease. */
export class LeaseKeeper {
  private timer: { cancel(): void } | undefined;
  private stopped = false;

  constructor(
    private readonly parts: {
      readonly runs: RunStore;
      readonly clock: Clock;
      readonly leaseMs: number;
      readonly walkers: ReadonlyMap<string, Walker>;
      trouble(where: string, error: unknown): void;
    },
  ) {}

  start(): void {
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    this.timer?.cancel();
  }

  async renewOne(walker: Walker): Promise<boolean> {
    return this.renew([walker]);
  }

  /** Of a process that stops: others go on at once instead of waiting for the leases to run out. */
  async giveBack(walkers: readonly Walker[]): Promise<void> {
    const held = walkers.filter((walker) => walker.isStored);
    if (held.length === 0) return;
    const leases = held.map((walker) => ({ runId: walker.runId, epoch: walker.epoch }));
    leases.sort((a, b) => (a.runId < b.runId ? -1 : 1));
    await this.parts.runs
      .giveBack(leases)
      .catch((error: unknown) => this.parts.trouble('giving leases back', error));
  }

  private schedule(): void {
    if (this.stopped) return;
    // A failed renewal must not end the renewals.
    this.timer = this.parts.clock.setTimer(this.parts.leaseMs / 3, () => {
      void this.renew([...this.parts.walkers.values()]).finally(() => this.schedule());
    });
  }

  private async renew(walkers: readonly Walker[]): Promise<boolean> {
    const held = walkers.filter((walker) => walker.isStored);
    if (held.length === 0) return true;
    const sentAt = this.parts.clock.monotonic();
    try {
      const leases = held.map((walker) => ({ runId: walker.runId, epoch: walker.epoch }));
      leases.sort((a, b) => (a.runId < b.runId ? -1 : 1));
      const { lost, moved } = await this.parts.runs.renew(leases, this.parts.leaseMs);
      const gone = new Set(lost);
      for (const walker of held) {
        if (gone.has(walker.runId)) walker.abandon();
        else walker.renewed(sentAt);
      }
      for (const { runId, seq } of moved) {
        const walker = this.parts.walkers.get(runId);
        if (walker && walker.lastSeq < seq) walker.nudge();
      }
      return gone.size === 0;
    } catch (error) {
      this.parts.trouble('renewing leases', error);
      return false;
    }
  }
}
