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
  activeRuns(): number;
}

/** All that an app needs to be observed. */
export interface Telemetry {
  readonly observer: RunObserver;
  readonly metrics: Metrics;
  /** For `GET /health`. */
  health(): { readonly status: 'ok' | 'degraded'; readonly problems?: FleetState['problems'] };
  watch(watched: Watched): void;
  /** Begins to look at the workers. */
  start(): void;
  /** Leaves the list of workers and sends what is left to send. */
  close(): Promise<void>;
}

const NOT_LOOKED_YET: FleetState = { workersAlive: 0, runsWithoutWorker: 0, problems: [] };

/** Counts and logs from the start on; looks at the store once `watch` says where it is. */
export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { log } = options;
  const tally = createTally();
  const traces = await openTraces(options);
  const observer = combineObservers([tally, createLogObserver(log), traces?.observer])!;
  let watch: FleetWatch | undefined;
  let activeRuns = () => 0;
  const fleet = () => watch?.state ?? NOT_LOOKED_YET;

  return {
    observer,
    metrics: createMetrics({ tally, fleet, activeRuns: () => activeRuns() }),
    health() {
      const { problems } = fleet();
      return problems.length === 0 ? { status: 'ok' } : { status: 'degraded', problems };
    },
    watch(watched) {
      const { registry, shared, worker, runs } = watched;
      traces?.readFrom(runs);
      activeRuns = watched.activeRuns;
      watch = new FleetWatch({
        registry,
        shared,
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
