import type { LeaseKeeper } from './lease-keeper';
import type { RunQueue } from './ports';
import type { Sweeper } from './sweeper';
import type { Commits } from './walker/commits';
import type { Walkers } from './walkers';

/** Takes no new work, lets what runs come to a safe point, gives leases back. */
export async function drain(
  parts: {
    readonly walkers: Walkers;
    readonly sweeper: Sweeper;
    readonly commits: Commits;
    readonly leases: LeaseKeeper;
    readonly queue: Pick<RunQueue, 'notify'>;
  },
  graceMs: number,
): Promise<void> {
  const { walkers, sweeper, commits, leases, queue } = parts;
  walkers.close();
  sweeper.stop();
  // Most runs end or wait soon. The others are left at their next safe point, and at the end wherever they are.
  await walkers.gone(graceMs / 3);
  for (const walker of walkers.byRun.values()) walker.leave();
  await walkers.gone((graceMs * 2) / 3);
  await commits.drained();
  leases.stop();
  const left = [...walkers.byRun.values()];
  for (const walker of left) walker.abandon();
  await leases.giveBack(left);
  for (const { runId } of left) queue.notify(runId);
}
