/**
 * Where the parts are joined: storage, store, nodes, runtime, API and pages make one service on one port. Nothing
 * else in the repository knows all of them.
 */
import { join } from 'node:path';
import { API_SERVER_OPTIONS, apiPlugin, LOCAL_OWNER } from '@weftwork/api';
import { createNodeServices, nodeDefinitions, prepareDemoData } from '@weftwork/nodes';
import {
  createGraphValidator,
  createRuntime,
  createWorkflowService,
  type LocalRuntime,
  observeWorkflows,
  type RunReader,
  readQuotas,
  validateAgainst,
} from '@weftwork/runtime';
import { createSandbox } from '@weftwork/sandbox';
import { CodedError } from '@weftwork/schema';
import { createDatabaseClock, createPostgresStore, prepareDatabase } from '@weftwork/store';
import { createTelemetry } from '@weftwork/telemetry';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Logger } from 'pino';
import { openHints } from './hints';
import { repositoryRoot } from './repository';
import { sendProblem } from './send-problem';
import type { ServerSettings } from './settings';
import type { Storage } from './storage';
import { createStudio } from './studio';
import { openWaitingRoom } from './waiting-room';

const NO_DEMO_DATA = 'the demo data could not be prepared; there is no connection "demo"';

export interface ComposeOptions {
  readonly settings: ServerSettings;
  readonly storage: Storage;
  readonly token: string;
  readonly port: number;
  readonly version: string;
  readonly log: Logger;
  /** Shows a line to whoever started the service. */
  readonly say: (line: string) => void;
  /** Ends a start that waits for the database. */
  readonly signal: AbortSignal | undefined;
}

export type Composition = Awaited<ReturnType<typeof compose>>;

export async function compose(options: ComposeOptions) {
  const { settings, storage, log, port } = options;
  const quotas = readQuotas(settings.environment);
  const telemetry = await createTelemetry({
    service: 'weftwork-server',
    version: options.version,
    environment: settings.environment,
    log,
  });
  // A database of others may be away or take long to migrate: who asks meanwhile is to hear that.
  const waitingRoom =
    storage.kind === 'embedded'
      ? undefined
      : await openWaitingRoom({ host: settings.host, port, version: options.version, telemetry });
  const demo = await prepareDatabase(storage.url, {
    migrationsPath: join(repositoryRoot, 'prisma/migrations'),
    withinMs: settings.startWaitMs,
    signal: options.signal,
    onWait: telemetry.tellWaiting(options.say),
    beside: () => prepareDemoData(storage.url),
  }).finally(() => waitingRoom?.close());
  // A database whose owner may not make roles has no demo data; everything else works all the same.
  if (demo.error) log.warn({ err: demo.error }, NO_DEMO_DATA);
  const { observer } = telemetry;
  const store = createPostgresStore({ connectionString: storage.url, observer });
  // An embedded database has the clock of this host.
  const clock = storage.kind === 'embedded' ? undefined : createDatabaseClock(store.readTime);
  const sandbox = createSandbox({ childPath: join(repositoryRoot, 'packages/sandbox/dist/child.mjs') });
  const nodes = createNodeServices({
    env: settings.environment,
    sandbox,
    demoUrl: demo.value,
    httpAllow: settings.httpAllow,
    validate: validateAgainst,
  });

  const definitions = observeWorkflows(store.workflows, (workspaceId, id) =>
    runtime.forgetWorkflow(workspaceId, id),
  );
  const workflows = createWorkflowService({
    store: definitions,
    definitions: nodeDefinitions,
    quotas,
    validate: createGraphValidator({
      definitions: nodeDefinitions,
      quotas,
      store: definitions,
      ...nodes.names,
    }),
  });
  const hints = await openHints(settings, storage, log);
  const runtime = createRuntime({
    runs: store.runs,
    reader: store.reader,
    workflows: definitions,
    blobs: store.blobs,
    queue: hints.queue,
    ...(hints.wakes && { wakes: hints.wakes }),
    ...(clock && { clock }),
    slots: settings.runtime === 'inline' ? settings.concurrency : 0,
    leaseMs: settings.leaseSeconds * 1000,
    pollMs: settings.pollMs,
    signalRetentionMs: settings.signalRetentionMs,
    nodes: nodes.implementations,
    quotas,
    freezeDraft: (...draft) => workflows.freezeDraft(...draft),
    readSecret: (_workspaceId, name) => settings.secrets[name],
    embedded: storage.kind === 'embedded',
    observer,
    onTrouble: (where, error, runId) => log.error({ err: error, ...(runId && { runId }) }, where),
  });

  telemetry.watch({
    registry: store.workers,
    runs: store.runs,
    shared: storage.kind !== 'embedded',
    alarmMs: settings.alarmMs,
    redis: hints.redis,
    worker: runtime.worker,
    activeRuns: () => runtime.activeRuns,
  });

  const app = fastify({
    ...API_SERVER_OPTIONS,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing tells requests apart in the log, so none needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    // A stream of events never ends by itself; closing the service ends it.
    forceCloseConnections: true,
  });
  const studio = settings.studio ? createStudio(join(repositoryRoot, 'apps/studio')) : undefined;
  const api = apiPlugin(app, {
    services: {
      runtime,
      workflows,
      runs: store.reader,
      log: store.runs,
      blobs: store.blobs,
      sessions: store.sessions,
      nodeOptions: nodes.options,
      health: async () => ({
        ...telemetry.health(),
        storage: storage.kind,
        queue: hints.state,
      }),
      ready: () => assertReady(runtime, store.reader),
      observer,
    },
    token: options.token,
    version: options.version,
    hosts: settings.hosts,
    metrics: { text: () => telemetry.metrics.text(), ...metricsToken(settings.environment) },
    cookieName: `weftwork_session_${port}`,
    ...(studio && { signInPage: (request, reply) => studio.serve(request, reply) }),
  });
  studio?.mount(app, api.isOwnHost);
  app.setErrorHandler((error, request, reply) => {
    log.error({ err: error, url: request.url }, 'a page could not be served');
    return sendProblem(
      reply,
      new CodedError('INTERNAL', 'The page could not be made; service.log says why.'),
    );
  });
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new CodedError('NOT_FOUND', 'There is nothing at this address.')),
  );

  return {
    app,
    api,
    runtime,
    store,
    workflows,
    studio,
    owner: LOCAL_OWNER,
    /** Runs and the watch over workers. */
    async start(): Promise<void> {
      await clock?.follow();
      await runtime.start();
      telemetry.start();
    },
    /** Takes nothing new, lets what runs come to a safe point, then closes everything but the storage. */
    async close(graceMs: number): Promise<void> {
      await runtime.drain(graceMs);
      clock?.stop();
      await telemetry.close();
      await app.close();
      await Promise.all([studio?.close(), hints.close(), nodes.close(), sandbox.close()]);
      await store.close();
    },
  };
}

/** Throws `SHUTTING_DOWN` or `STORAGE_UNAVAILABLE`. */
async function assertReady(runtime: LocalRuntime, reader: RunReader): Promise<void> {
  if (runtime.isDraining) throw new CodedError('SHUTTING_DOWN', 'The service is stopping.');
  await reader.getRun(LOCAL_OWNER.workspaceId, NO_RUN);
}

/** An id that no run has: what is asked is whether the database answers. */
const NO_RUN = '00000000-0000-7000-8000-000000000000';

function metricsToken({ WEFTWORK_METRICS_TOKEN: token }: ServerSettings['environment']): { token?: string } {
  return token ? { token } : {};
}
