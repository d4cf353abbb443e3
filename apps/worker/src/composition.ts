/** Where the parts of a worker are joined: store, hints, nodes and sandbox around the runtime; no API and no pages. */
import { join } from 'node:path';
import { createNodeServices, prepareDemoData } from '@weftwork/nodes';
import { createRedisHints } from '@weftwork/queue-bullmq';
import { createRuntime, readQuotas, validateAgainst } from '@weftwork/runtime';
import { createSandbox } from '@weftwork/sandbox';
import { CodedError } from '@weftwork/schema';
import { createPostgresHints, createPostgresStore, migrate } from '@weftwork/store';
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

export async function compose(settings: WorkerSettings, log: Logger): Promise<Worker> {
  const { databaseUrl, redisUrl } = settings;
  const [demoUrl] = await Promise.all([
    prepareDemoData(databaseUrl).catch((error: unknown) => {
      log.warn({ err: error }, 'the demo data could not be prepared; there is no connection "demo"');
      return undefined;
    }),
    migrate(databaseUrl, { migrationsPath: join(repositoryRoot, 'prisma/migrations') }),
  ]);
  const hints = redisUrl
    ? await createRedisHints({
        url: redisUrl,
        onChange: (state, reason) => log.warn({ state, reason }, 'the connection to Redis changed'),
      })
    : createPostgresHints({
        connectionString: databaseUrl,
        applicationName: 'weftwork worker',
        onError: (error) => log.warn({ err: error }, 'a notification of the database could not be read'),
      });
  const telemetry = await createTelemetry({
    service: 'weftwork-worker',
    environment: settings.environment,
    log,
  });
  const { observer } = telemetry;
  const store = createPostgresStore({
    connectionString: databaseUrl,
    applicationName: 'weftwork worker',
    observer,
  });
  const sandbox = createSandbox({ childPath: join(repositoryRoot, 'packages/sandbox/dist/child.mjs') });
  const nodes = createNodeServices({
    env: settings.environment,
    sandbox,
    demoUrl,
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
    nodes: nodes.implementations,
    quotas: readQuotas(settings.environment),
    slots: settings.concurrency,
    leaseMs: settings.leaseSeconds * 1000,
    freezeDraft: () => Promise.reject(new CodedError('INTERNAL', 'A worker starts no runs of drafts.')),
    readSecret: (_workspaceId, name) => settings.secrets[name],
    observer,
    onTrouble: (where, error, runId) => log.error({ err: error, ...(runId && { runId }) }, where),
  });
  telemetry.watch({
    registry: store.workers,
    runs: store.runs,
    shared: true,
    worker: runtime.worker,
    activeRuns: () => runtime.activeRuns,
  });
  const { metricsPort: port, metricsHost: host } = settings;
  const scraped = port === undefined ? undefined : await serveMetrics(telemetry, { port, host });

  return {
    metricsUrl: scraped?.url,
    async start() {
      await runtime.start();
      telemetry.start();
    },
    async close(graceMs) {
      await runtime.drain(graceMs);
      await telemetry.close();
      await Promise.all([scraped?.close(), hints.close(), nodes.close(), sandbox.close()]);
      await store.close();
    },
  };
}
