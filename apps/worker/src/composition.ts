/** Where the parts of a worker are joined: store, hints, nodes and sandbox around the runtime; no API and no pages. */
import { join } from 'node:path';
import { createNodeServices, prepareDemoData } from '@weftwork/nodes';
import { createRedisHints } from '@weftwork/queue-bullmq';
import { createMemoryQueue, createRuntime, readQuotas, validateAgainst } from '@weftwork/runtime';
import { createSandbox } from '@weftwork/sandbox';
import { CodedError } from '@weftwork/schema';
import { createPostgresStore, migrate } from '@weftwork/store';
import type { Logger } from 'pino';
import { repositoryRoot } from './repository';
import type { WorkerSettings } from './settings';

export interface Worker {
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
    : undefined;
  const store = createPostgresStore({ connectionString: databaseUrl, applicationName: 'weftwork worker' });
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
    queue: hints?.queue ?? createMemoryQueue(),
    ...(hints && { wakes: hints.wakes }),
    nodes: nodes.implementations,
    quotas: readQuotas(settings.environment),
    slots: settings.concurrency,
    freezeDraft: () => Promise.reject(new CodedError('INTERNAL', 'A worker starts no runs of drafts.')),
    readSecret: (_workspaceId, name) => settings.secrets[name],
    onTrouble: (where, error) => log.error({ err: error }, where),
  });

  return {
    start: () => runtime.start(),
    async close(graceMs) {
      await runtime.drain(graceMs);
      await Promise.all([hints?.close(), nodes.close(), sandbox.close()]);
      await store.close();
    },
  };
}
