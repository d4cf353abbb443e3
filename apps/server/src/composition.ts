/**
 * Where the parts are joined: storage, store, nodes, runtime, API and pages make one service on one port. Nothing
 * else in the repository knows all of them.
 */
import { join } from 'node:path';
import { API_SERVER_OPTIONS, apiPlugin, LOCAL_OWNER } from '@weftwork/api';
import { createNodeServices, nodeDefinitions, prepareDemoData } from '@weftwork/nodes';
import { createRedisHints } from '@weftwork/queue-bullmq';
import {
  createGraphValidator,
  createMemoryQueue,
  createRuntime,
  createWorkflowService,
  observeWorkflows,
  readQuotas,
  validateAgainst,
} from '@weftwork/runtime';
import { createSandbox } from '@weftwork/sandbox';
import { CodedError } from '@weftwork/schema';
import { createPostgresStore, migrate } from '@weftwork/store';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Logger } from 'pino';
import { repositoryRoot } from './repository';
import { sendProblem } from './send-problem';
import type { ServerSettings } from './settings';
import type { Storage } from './storage';
import { createStudio } from './studio';

export interface ComposeOptions {
  readonly settings: ServerSettings;
  readonly storage: Storage;
  readonly token: string;
  readonly port: number;
  readonly version: string;
  readonly log: Logger;
}

export type Composition = Awaited<ReturnType<typeof compose>>;

export async function compose(options: ComposeOptions) {
  const { settings, storage, log, port } = options;
  const quotas = readQuotas(settings.environment);
  const [demoUrl] = await Promise.all([
    // A database whose owner may not make roles has no demo data; everything else works all the same.
    prepareDemoData(storage.url).catch((error: unknown) => {
      log.warn({ err: error }, 'the demo data could not be prepared; there is no connection "demo"');
      return undefined;
    }),
    migrate(storage.url, { migrationsPath: join(repositoryRoot, 'prisma/migrations') }),
  ]);
  const store = createPostgresStore({ connectionString: storage.url });
  const sandbox = createSandbox({ childPath: join(repositoryRoot, 'packages/sandbox/dist/child.mjs') });
  const nodes = createNodeServices({
    env: settings.environment,
    sandbox,
    demoUrl,
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
  const hints = settings.redisUrl
    ? await createRedisHints({
        url: settings.redisUrl,
        onChange: (state, reason) => log.warn({ state, reason }, 'the connection to Redis changed'),
      })
    : undefined;
  const queue = hints?.queue ?? createMemoryQueue();
  const runtime = createRuntime({
    runs: store.runs,
    reader: store.reader,
    workflows: definitions,
    blobs: store.blobs,
    queue,
    ...(hints && { wakes: hints.wakes }),
    slots: settings.runtime === 'on' ? settings.concurrency : 0,
    nodes: nodes.implementations,
    quotas,
    freezeDraft: (workspaceId, id, by) => workflows.freezeDraft(workspaceId, id, by),
    readSecret: (_workspaceId, name) => settings.secrets[name],
    embedded: storage.kind === 'embedded',
    onTrouble: (where, error) => log.error({ err: error }, where),
  });

  const app = fastify({
    ...API_SERVER_OPTIONS,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
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
        status: 'ok',
        storage: storage.kind,
        queue: hints ? `redis: ${hints.state}` : 'local',
      }),
    },
    token: options.token,
    version: options.version,
    hosts: settings.hosts,
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
    /** Takes nothing new, lets what runs come to a safe point, then closes everything but the storage. */
    async close(graceMs: number): Promise<void> {
      await runtime.drain(graceMs);
      await app.close();
      await Promise.all([studio?.close(), hints?.close(), nodes.close(), sandbox.close()]);
      await store.close();
    },
  };
}
