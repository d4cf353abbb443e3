import type { ClaimedRun, RunStore } from '../ports';
import { byPriority, needsSlot, nextGranted, postpone } from './memory-limits';
import { type MemoryState, type RunState, stepKey } from './memory-state';

type Leases = Pick<RunStore, 'claim' | 'renew' | 'giveBack' | 'recordRecovery' | 'endAllLeases'>;

/** Who walks which run: claims, renewals, takeovers. */
export function memoryLeases(state: MemoryState): Leases {
  const isHeld = (run: RunState | undefined, epoch: number): run is RunState =>
    run !== undefined && run.epoch === epoch && run.leaseUntil > state.now();

  return {
    async claim(options) {
      const { limit, leaseMs, engineVersion, engines, runIds, fair } = options;
      const { limited = false, takeoversFirst = false } = options;
      const now = state.now();
      const candidates = runIds
        ? [...new Set(runIds)].map((id) => state.runs.get(id))
        : [...state.runs.values()];
      const movable = candidates
        .filter((run) => run !== undefined)
        .filter((run) => canMove(run, now) && (engines?.includes(run.run.engine) ?? true));
      const claimed: ClaimedRun[] = [];
      for (const run of runIds ? movable : inOrder(movable, fair?.running, takeoversFirst)) {
        if (claimed.length === limit) break;
        if (limited && needsSlot(state, run)) postpone(run);
        else claimed.push(take(run, now, leaseMs, engineVersion));
      }
      while (limited && claimed.length < limit) {
        const granted = nextGranted(state, engines);
        if (!granted) break;
        granted.slot = 'granted';
        claimed.push(take(granted, now, leaseMs, engineVersion));
      }
      return claimed;
    },

    async renew(leases, leaseMs) {
      const lost: string[] = [];
      const moved: { runId: string; seq: number; wakeSeq: number; status: RunState['status'] }[] = [];
      for (const { runId, epoch } of leases) {
        const run = state.runs.get(runId);
        if (!isHeld(run, epoch)) {
          lost.push(runId);
          continue;
        }
        run.leaseUntil = state.now() + leaseMs;
        if (run.wakeSeq > 0 || run.status !== 'running')
          moved.push({ runId, seq: run.seq, wakeSeq: run.wakeSeq, status: run.status });
      }
      return { lost, moved };
    },

    async giveBack(leases) {
      for (const { runId, epoch } of leases) {
        const run = state.runs.get(runId);
        if (isHeld(run, epoch)) run.leaseUntil = state.now();
      }
    },

    async recordRecovery(runId, epoch, intent) {
      const run = state.runs.get(runId);
      if (!isHeld(run, epoch)) return undefined;
      const key = stepKey(intent);
      const effect = run.effects.get(key) ?? { ...intent, state: 'intent' as const, recoveries: 0 };
      if (effect.state !== 'intent') return undefined;
      effect.recoveries += 1;
      run.effects.set(key, effect);
      return effect.recoveries;
    },

    async endAllLeases() {
      let ended = 0;
      for (const run of state.runs.values()) {
        if (run.phase !== 'leased') continue;
        run.phase = 'ready';
        run.leaseUntil = 0;
        ended += 1;
      }
      return ended;
    },
  };
}

/** The ready ones by priority and in turns, and behind or before them those whose lease ran out. */
function inOrder(
  movable: readonly RunState[],
  running: Readonly<Record<string, number>> | undefined,
  takeoversFirst: boolean,
): RunState[] {
  const ready = movable.filter(({ phase }) => phase === 'ready').sort(byPriority);
  const inTurn = running ? inTurns(ready, running) : ready;
  const expired = movable
    .filter(({ phase }) => phase === 'leased')
    .sort((left, right) => (left.run.runId < right.run.runId ? -1 : 1));
  return takeoversFirst ? [...expired, ...inTurn] : [...inTurn, ...expired];
}

/** The workspace of whose runs the fewest are running goes first. */
function inTurns(runs: readonly RunState[], running: Readonly<Record<string, number>>): RunState[] {
  const places = new Map<string, number>(Object.entries(running));
  const placed = runs.map((run) => {
    const place = (places.get(run.run.workspaceId) ?? 0) + 1;
    places.set(run.run.workspaceId, place);
    return { run, place };
  });
  return placed.sort((left, right) => left.place - right.place).map(({ run }) => run);
}

function canMove(run: RunState, now: number): boolean {
  return run.phase === 'ready' || (run.phase === 'leased' && run.leaseUntil <= now);
}

function take(run: RunState, now: number, leaseMs: number, engineVersion: string): ClaimedRun {
  const takeover = run.phase === 'leased';
  run.epoch += 1;
  run.phase = 'leased';
  run.leaseUntil = now + leaseMs;
  run.waitReason = undefined;
  run.startedAt ??= now;
  if (run.status === 'queued' || run.status === 'awaiting_input') run.status = 'running';
  const snapshot = run.snapshot?.engineVersion === engineVersion ? run.snapshot : undefined;
  const { run: described, status, epoch, seq, wakeSeq, activeMs } = run;
  return {
    run: described,
    status,
    epoch,
    takeover,
    seq,
    wakeSeq,
    activeMs,
    ...(snapshot ? { snapshot } : {}),
    log: run.log.filter((row) => row.lastSeq > (snapshot?.seq ?? 0)),
  };
}
