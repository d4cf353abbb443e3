import type { Clock, RunQueue } from './ports';
import type { Walker } from './walker/walker';

/** The runs that this process walks, and how many more it has room for. */
export class Walkers {
  readonly byRun = new Map<string, Walker>();
  private closed = false;

  constructor(
    private readonly parts: {
      readonly slots: number;
      readonly queue: Pick<RunQueue, 'setRoom'>;
      readonly clock: Clock;
      hasRoom(): void;
    },
  ) {}

  get room(): number {
    return this.closed ? 0 : Math.max(0, this.parts.slots - this.byRun.size);
  }

  get(runId: string): Walker | undefined {
    return this.byRun.get(runId);
  }

  keep(walker: Walker): void {
    this.byRun.set(walker.runId, walker);
    this.tellRoom();
  }

  forget(walker: Walker): void {
    if (this.byRun.get(walker.runId) !== walker) return;
    this.byRun.delete(walker.runId);
    this.tellRoom();
    this.parts.hasRoom();
  }

  /** From now on there is room for none. */
  close(): void {
    this.closed = true;
    this.tellRoom();
  }

  /** A worker without a free slot takes no wake-ups: they are for others. */
  tellRoom(): void {
    this.parts.queue.setRoom(this.room);
  }

  /** How many runs of each workspace are walked here. */
  perWorkspace(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { newRun } of this.byRun.values())
      counts[newRun.workspaceId] = (counts[newRun.workspaceId] ?? 0) + 1;
    return counts;
  }

  /** Waits until none is walked any more, at most so long. */
  async gone(withinMs: number): Promise<void> {
    const { clock } = this.parts;
    const until = clock.monotonic() + withinMs;
    while (this.byRun.size > 0 && clock.monotonic() < until)
      await new Promise<void>((resolve) => clock.setTimer(20, resolve));
  }
}
