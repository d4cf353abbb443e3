import type { Clock } from '../ports';

/** Past this share of the lease nothing new starts before it is renewed: another owner may be about to take over. */
const FRESH_SHARE = 0.8;

/**
 * The lease of one epoch, measured by this process's own clock from the moment when the claim or its last renewal was
 * sent: the store counts from when it got it, so it never ends earlier there than is believed here.
 */
export class HeldLease {
  constructor(
    private readonly host: { readonly clock: Clock; readonly leaseMs: number },
    readonly epoch: number,
    /** What the run's row said when it was last written or claimed. */
    public wakeSeq: number,
    private sentAt: number,
  ) {}

  /** An answer may come after that to a later renewal. */
  renewed(sentAt: number): void {
    this.sentAt = Math.max(this.sentAt, sentAt);
  }

  get isFresh(): boolean {
    return this.host.clock.monotonic() - this.sentAt <= this.host.leaseMs * FRESH_SHARE;
  }
}
