import { hostname } from 'node:os';
import {
  combineObservers,
  type FleetState,
  FleetWatch,
  type RunObserver,
  type RunStore,
  systemClock,
  type WorkerIdentity,
  type WorkerRegistry,
} from '@weftwork/runtime';
import type { Log } from './logs/log';
import { createLogObserver } from './logs/log-observer';
import { createMetrics, type Metrics } from './metrics/metrics';
import { createTally } from './metrics/tally';
import { type Problem, redisProblem, storageProblem, type WatchedRedis } from './problems';
import { openTraces } from './traces/open-traces';

export interface TelemetryOptions {
  /** Of the process, as traces name it. */
  readonly service: string;
  readonly version?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/** What is watched once store and runtime are there. */
export interface Watched {
  readonly registry: WorkerRegistry;
  readonly runs: Pick<RunStore, 'readLog'>;
  /** Other processes share the store. */
  readonly shared: boolean;
  /** This process as one that walks runs; with no slots it leaves them to others. */
  readonly worker: Omit<WorkerIdentity, 'name'>;
  /** How long a run must have had no worker that may take it before that is a problem. */
  readonly alarmMs: number;
  /** Where wake-ups go by Redis. */
  readonly redis?: WatchedRedis | undefined;
  activeRuns(): number;
}

/** All that an app needs to be observed. */
export interface Telemetry {
  readonly observer: RunObserver;
  readonly metrics: Metrics;
  /** For `GET /health`. */
  health(): { readonly status: 'ok' | 'degraded'; readonly problems?: readonly Problem[] };
  /** For `GET /ready`: what this process waits for before it can do its work; undefined when it can. */
  obstacle(): Problem | undefined;
  /**
   * For a start that waits for the database: takes why and for how long at most, and says so where it is news. It is
   * over when `watch` is called.
   */
  tellWaiting(say: (line: string) => void): (why: Error, leftMs: number) => void;
  watch(watched: Watched): void;
  /** Begins to look at the workers. */
  start(): void;
  /** Leaves the list of workers and sends what is left to send. */
  close(): Promise<void>;
}

/** A wait that goes on is told again so often. */
const TELL_AGAIN_MS = 30_000;

const NOT_LOOKED_YET: FleetState = { workersAlive: 0, runsWithoutWorker: 0, problems: [] };

/** Counts and logs from the start on; looks at the store once `watch` says where it is. */
export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { log } = options;
  const tally = createTally();
  const traces = await openTraces(options);
  const observer = combineObservers([tally, createLogObserver(log), traces?.observer])!;
  let watch: FleetWatch | undefined;
  let redis: WatchedRedis | undefined;
  let activeRuns = () => 0;
  let toldAt = 0;
  let awaited: Problem | undefined = storageProblem('The database is being made ready.');
  const fleet = () => watch?.state ?? NOT_LOOKED_YET;
  const problems = (): Problem[] => [
    ...(awaited ? [awaited] : []),
    ...fleet().problems,
    ...(redis && redis.state !== 'connected' ? [redisProblem(redis)] : []),
  ];

  return {
    observer,
    metrics: createMetrics({
      tally,
      fleet,
      activeRuns: () => activeRuns(),
      redisState: () => redis?.state,
    }),
    health() {
      const found = problems();
      return found.length === 0 ? { status: 'ok' } : { status: 'degraded', problems: found };
    },
    obstacle: () => problems().find(({ code }) => code === 'STORAGE_UNAVAILABLE'),
    tellWaiting: (say) => (why, leftMs) => {
      const line = `Waiting for the database. ${why.message}`;
      const isNews = awaited?.message !== line || performance.now() - toldAt > TELL_AGAIN_MS;
      awaited = storageProblem(line);
      if (!isNews) return;
      toldAt = performance.now();
      const limited = `${line} (at most ${Math.ceil(leftMs / 1000)} s more)`;
      log.warn({ leftMs: Math.round(leftMs) }, limited);
      say(limited);
    },
    watch(watched) {
      const { registry, shared, worker, runs, alarmMs } = watched;
      awaited = undefined;
      redis = watched.redis;
      traces?.readFrom(runs);
      activeRuns = watched.activeRuns;
      watch = new FleetWatch({
        registry,
        shared,
        alarmMs,
        clock: systemClock,
        ...(worker.slots > 0 ? { self: { ...worker, name: `${hostname()}:${process.pid}` } } : {}),
        trouble: (where, error) => log.error({ err: error }, where),
      });
    },
    start: () => void watch?.start(),
    async close() {
      await watch?.stop();
      await traces?.close();
    },
  };
}
