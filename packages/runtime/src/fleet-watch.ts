import type { Clock, FleetSurvey, RunnableRuns, WorkerIdentity, WorkerRegistry } from './ports';

/** How often at least a worker says that it is alive, and everybody looks. */
const LOOK_MS = 10_000;
/** A worker that has not been heard of for three looks is taken for dead. */
const SILENT_MS = 3 * LOOK_MS;
/** A runnable run without a worker for so long is a matter for people; before that a deploy may be under way. */
const DEFAULT_ALARM_MS = 60_000;

export interface FleetProblem {
  readonly code: 'NO_ELIGIBLE_WORKER' | 'STORAGE_UNAVAILABLE';
  readonly message: string;
}

/** What the last look showed. */
export interface FleetState {
  /** Absent before the first look, and while the store does not answer. */
  readonly survey?: FleetSurvey;
  readonly workersAlive: number;
  /** Runs that could move and that no living worker may take, for a minute at least. */
  readonly runsWithoutWorker: number;
  readonly problems: readonly FleetProblem[];
}

export interface FleetWatchParts {
  readonly registry: WorkerRegistry;
  readonly clock: Clock;
  /** This process when it walks runs itself: alive by definition. */
  readonly self?: WorkerIdentity;
  /** Other processes share the store, so they must hear that this one is alive. */
  readonly shared: boolean;
  /** How long a run must have had no worker before that is told; a minute. */
  readonly alarmMs?: number;
  trouble(where: string, error: unknown): void;
}

/** Says that this process is alive, looks who else is, and knows whether somebody must act. */
export class FleetWatch {
  private current: FleetState = { workersAlive: 0, runsWithoutWorker: 0, problems: [] };
  private timer: { cancel(): void } | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;
  /** Monotonic: when runs without a worker were first seen. */
  private withoutSince: number | undefined;

  private readonly alarmMs: number;
  private readonly lookMs: number;

  constructor(private readonly parts: FleetWatchParts) {
    this.alarmMs = parts.alarmMs ?? DEFAULT_ALARM_MS;
    this.lookMs = Math.min(LOOK_MS, this.alarmMs / 2);
  }

  get state(): FleetState {
    return this.current;
  }

  /** Looks once, then goes on looking. */
  start(): Promise<void> {
    this.looking = this.look().finally(() => this.schedule());
    return this.looking;
  }

  /** Also takes this worker's name off the list. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.timer?.cancel();
    await this.looking;
    const { registry, self, shared, trouble } = this.parts;
    if (!self || !shared) return;
    await registry
      .leave(self.workerId)
      .catch((error: unknown) => trouble('leaving the list of workers', error));
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = this.parts.clock.setTimer(this.lookMs, () => void this.start());
  }

  private async look(): Promise<void> {
    const { registry, self, shared, trouble } = this.parts;
    try {
      if (self && shared) await registry.beat(self);
      this.current = this.judge(await registry.survey());
    } catch (error) {
      trouble('looking at the workers', error);
      const message = 'The database does not answer. Runs under way go on as soon as it does.';
      this.current = {
        ...this.current,
        survey: undefined,
        problems: [{ code: 'STORAGE_UNAVAILABLE', message }],
      };
    }
  }

  private judge(survey: FleetSurvey): FleetState {
    const { self, clock } = this.parts;
    const others = survey.workers.filter(
      ({ workerId, silentMs }) => silentMs < SILENT_MS && workerId !== self?.workerId,
    );
    const alive = self ? [self, ...others] : others;
    const without = survey.runnable.filter((runnable) => !alive.some((worker) => mayTake(worker, runnable)));
    const runs = without.reduce((sum, runnable) => sum + runnable.runs, 0);
    this.withoutSince = runs === 0 ? undefined : (this.withoutSince ?? clock.monotonic());
    const isAlarm = this.withoutSince !== undefined && clock.monotonic() - this.withoutSince >= this.alarmMs;
    return {
      survey,
      workersAlive: alive.length,
      runsWithoutWorker: isAlarm ? runs : 0,
      problems: isAlarm ? [{ code: 'NO_ELIGIBLE_WORKER', message: withoutWorker(runs, alive, without) }] : [],
    };
  }
}

function mayTake({ engines }: WorkerIdentity, { engineVersion }: RunnableRuns): boolean {
  return engineVersion === undefined || engines.includes(engineVersion);
}

function withoutWorker(
  runs: number,
  alive: readonly WorkerIdentity[],
  without: readonly RunnableRuns[],
): string {
  const what = runs === 1 ? 'One run could go on' : `${runs} runs could go on`;
  if (alive.length === 0) return `${what}, but no worker is alive. Start one.`;
  const engines = [...new Set(without.map(({ engineVersion }) => engineVersion))].join(', ');
  return `${what}, but no living worker has engine ${engines}. Start one of the release that began them.`;
}
