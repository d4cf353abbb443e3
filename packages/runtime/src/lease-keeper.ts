import type { Clock, RunQueue, RunStore } from './ports';
import type { Walker } from './walker/walker';

/** Before the lease of a run is given back that the store did not answer for: it may take a moment to come back. */
const HAND_BACK_MS = 1_000;

/** Renews the leases of all runs of this process in one statement, three times per lease. */
export class LeaseKeeper {
  private timer: { cancel(): void } | undefined;
  private stopped = false;

  constructor(
    private readonly parts: {
      readonly runs: RunStore;
      readonly clock: Clock;
      readonly queue: Pick<RunQueue, 'notify'>;
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

  /** Of a run that this process walks no more although its lease may stand: after a moment others may go on with it. */
  handBack(walker: Walker): void {
    this.parts.clock.setTimer(HAND_BACK_MS, () => {
      if (!this.stopped) void this.giveBack([walker]).then(() => this.parts.queue.notify(walker.runId));
    });
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
        if (gone.has(walker.runId)) walker.lose();
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
