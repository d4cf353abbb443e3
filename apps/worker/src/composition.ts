/** Where the parts of a worker are joined: store, hints, nodes and sandbox around the runtime; no API and no pages. */
import { join } from 'node:path';
import { createNodeServices, prepareDemoData } from '@weftwork/nodes';
import { createRedisHints } from '@weftwork/queue-bullmq';
import { createRuntime, readQuotas, validateAgainst } from '@weftwork/runtime';
import { createSandbox } from '@weftwork/sandbox';
import { CodedError } from '@weftwork/schema';
import {
  createDatabaseClock,
  createPostgresHints,
  createPostgresStore,
  prepareDatabase,
} from '@weftwork/store';
import { createTelemetry, serveMetrics } from '@weftwork/telemetry';
import type { Logger } from 'pino';
import { repositoryRoot } from './repository';
import type { WorkerSettings } from './settings';

export interface Worker {
  /** Where Prometheus reads, if it was asked for. */
  readonly metricsUrl: string | undefined;
  /** Looks for runs from now on. */
  start(): Promise<void>;
  /** Takes nothing new, lets what runs come to a safe point, then closes everything. */
  close(graceMs: number): Promise<void>;
}

const NO_DEMO_DATA = 'the demo data could not be prepared; there is no connection "demo"';

export interface ComposeOptions {
  /** Shows a line to whoever started the worker. */
  readonly say?: (line: string) => void;
  /** Ends a start that waits for the database. */
  readonly signal?: AbortSignal;
}

/** Waits for a database that is away or still starting, as long as the settings say. */
export async function compose(
  settings: WorkerSettings,
  log: Logger,
  { say = () => {}, signal }: ComposeOptions = {},
): Promise<Worker> {
  const { databaseUrl, redisUrl, metricsPort: port, metricsHost: host } = settings;
  const telemetry = await createTelemetry({
    service: 'weftwork-worker',
    environment: settings.environment,
    log,
  });
  let isDraining = () => false;
  const obstacle = () =>
    isDraining()
      ? { code: 'SHUTTING_DOWN' as const, message: 'The worker is stopping.' }
      : telemetry.obstacle();
  // Before the database: who asks is to hear that it is waited for.
  const scraped =
    port === undefined ? undefined : await serveMetrics({ ...telemetry, obstacle }, { port, host });

  const demo = await prepareDatabase(databaseUrl, {
    migrationsPath: join(repositoryRoot, 'prisma/migrations'),
    withinMs: settings.startWaitMs,
    signal,
    onWait: telemetry.tellWaiting(say),
    beside: () => prepareDemoData(databaseUrl),
  });
  if (demo.error) log.warn({ err: demo.error }, NO_DEMO_DATA);
  const redis = redisUrl
    ? await createRedisHints({
        url: redisUrl,
        onChange: (state, reason) => log.warn({ state, reason }, 'the connection to Redis changed'),
      })
    : undefined;
  const hints =
    redis ??
    createPostgresHints({
      connectionString: databaseUrl,
      applicationName: 'weftwork worker',
      onError: (error) => log.warn({ err: error }, 'a notification of the database could not be read'),
    });
  const { observer } = telemetry;
  const store = createPostgresStore({
    connectionString: databaseUrl,
    applicationName: 'weftwork worker',
    observer,
  });
  const clock = createDatabaseClock(store.readTime);
  const sandbox = createSandbox({ childPath: join(repositoryRoot, 'packages/sandbox/dist/child.mjs') });
  const nodes = createNodeServices({
    env: settings.environment,
    sandbox,
    demoUrl: demo.value,
    httpAllow: settings.httpAllow,
    validate: validateAgainst,
  });
  const runtime = createRuntime({
    runs: store.runs,
    reader: store.reader,
    workflows: store.workflows,
    blobs: store.blobs,
    queue: hints.queue,
    wakes: hints.wakes,
    clock,
    nodes: nodes.implementations,
    quotas: readQuotas(settings.environment),
    slots: settings.concurrency,
    leaseMs: settings.leaseSeconds * 1000,
    pollMs: settings.pollMs,
    signalRetentionMs: settings.signalRetentionMs,
    freezeDraft: () => Promise.reject(new CodedError('INTERNAL', 'A worker starts no runs of drafts.')),
    readSecret: (_workspaceId, name) => settings.secrets[name],
    observer,
    onTrouble: (where, error, runId) => log.error({ err: error, ...(runId && { runId }) }, where),
  });
  isDraining = () => runtime.isDraining;
  telemetry.watch({
    registry: store.workers,
    runs: store.runs,
    shared: true,
    alarmMs: settings.alarmMs,
    redis,
    worker: runtime.worker,
    activeRuns: () => runtime.activeRuns,
  });

  return {
    metricsUrl: scraped?.url,
    async start() {
      await clock.follow();
      await runtime.start();
      telemetry.start();
    },
    async close(graceMs) {
      await runtime.drain(graceMs);
      clock.stop();
      await telemetry.close();
      await Promise.all([scraped?.close(), hints.close(), nodes.close(), sandbox.close()]);
      await store.close();
    },
  };
}
