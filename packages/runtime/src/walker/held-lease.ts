import type { Clock } from '../ports';

/** Past this share of the lease nothing new starts before it is renewed: another owner may be about to take over. */
const FRESH_SHARE = 0.8;

/** The lease of one epoch, measured by this process's own clock from the moment its last renewal was sent. */
export class HeldLease {
  private sentAt: number;

  constructor(
    private readonly host: { readonly clock: Clock; readonly leaseMs: number },
    readonly epoch: number,
    /** What the run's row said when it was last written or claimed. */
    public wakeSeq: number,
  ) {
    this.sentAt = host.clock.monotonic();
  }

  renewed(sentAt: number): void {
    this.sentAt = sentAt;
  }

  get isFresh(): boolean {
    return this.host.clock.monotonic() - this.sentAt <= this.host.leaseMs * FRESH_SHARE;
  }
}
