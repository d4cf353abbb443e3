import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passwordsIn, secretsIn } from '@weftwork/telemetry';
import { type Composition, compose } from './composition';
import { ensureHome, ensureToken, removeServiceFile, writeServiceFile } from './home-files';
import { openLog } from './log';
import { choosePort, portProblem } from './port';
import { repositoryRoot } from './repository';
import { loadSamples } from './samples';
import type { ServerSettings } from './settings';
import { openStorage } from './storage';

/** How long runs in flight get to reach a safe point. What does not is continued by the next start. */
const DRAIN_MS = 10_000;

/** A shorter token still works, for tests and trials, but the owner is told. */
const SAFE_TOKEN_LENGTH = 16;

/** A running service. */
export interface Service {
  readonly url: string;
  readonly token: string;
  readonly home: string;
  /** An address that signs the local owner in, once, within ten minutes. */
  createSignInUrl(): Promise<string>;
  /** Loads the pages, so that the first view is quick. */
  warmUp(): Promise<void>;
  /** Calls back once when the service cannot go on; `stop` it then. */
  onFailure(callback: (reason: string) => void): void;
  /** Drains and ends everything that was started; a second call waits for the first. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** Ends at once what would outlive this process. Runs go on at the next start. */
  abort(): Promise<void>;
}

export interface StartServiceOptions {
  readonly settings: ServerSettings;
  readonly onProgress?: (message: string) => void;
  /** Ends a start that waits for the database of `DATABASE_URL`. */
  readonly signal?: AbortSignal;
}

/** Starts everything on one port of the loopback interface; what fails on the way leaves nothing behind. */
export async function startService({
  settings,
  onProgress = () => {},
  signal,
}: StartServiceOptions): Promise<Service> {
  const { home } = settings;
  await ensureHome(home);
  const token = await ensureToken(home, settings.token);
  if (token.length < SAFE_TOKEN_LENGTH) {
    onProgress(
      `WEFTWORK_TOKEN has ${token.length} characters and can be guessed; use at least ${SAFE_TOKEN_LENGTH}`,
    );
  }
  // Before the database: a port that cannot be had should leave nothing behind.
  const port = await choosePort(settings.host, settings.port);
  const storage = await openStorage(settings, port, onProgress);
  const log = await openLog(home, settings.logLevel, [
    token,
    ...passwordsIn(storage.url),
    ...secretsIn(settings.environment),
  ]);
  let composition: Composition | undefined;
  try {
    const version = await productVersion();
    composition = await compose({ settings, storage, token, port, version, log, say: onProgress, signal });
    await composition.start();
    await listen(composition, settings.host, port);
    await addSamples(composition, settings, onProgress);
  } catch (error) {
    await composition?.close(0).catch(() => {});
    await storage.close();
    throw error;
  }
  const running = composition;
  // Where it listens on all interfaces, it is reached on this machine by the loopback one.
  const url = `http://${settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${port}`;
  await writeServiceFile(home, { url, pid: process.pid });

  let stopping: Promise<void> | undefined;
  async function stop(graceMs: number): Promise<void> {
    await removeServiceFile(home);
    try {
      await running.close(graceMs);
    } finally {
      await storage.close();
      log.flush();
    }
  }

  return {
    url,
    token,
    home,
    createSignInUrl: async () => `${url}${(await running.api.authentication.createSignInLink()).path}`,
    warmUp: async () => running.studio?.warmUp(),
    onFailure: (callback) => storage.onLost(callback),
    stop({ graceMs = DRAIN_MS } = {}) {
      stopping ??= stop(graceMs);
      return stopping;
    },
    async abort() {
      await Promise.all([removeServiceFile(home), storage.close({ force: true })]);
    },
  };
}

async function listen({ app }: Composition, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw portProblem(cause, port);
  }
}

async function addSamples(
  { store, workflows, owner, app }: Composition,
  { home }: ServerSettings,
  onProgress: (message: string) => void,
): Promise<void> {
  const added = await loadSamples({
    folder: join(repositoryRoot, 'samples'),
    home,
    workspaceId: owner.workspaceId,
    by: owner.userId,
    store: store.workflows,
    workflows,
    onTrouble: (sample, error) => app.log.error({ err: error, sample }, 'a sample could not be loaded'),
  });
  if (added.length > 0)
    onProgress(`Loaded ${added.length} sample ${added.length === 1 ? 'workflow' : 'workflows'}`);
}

async function productVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
