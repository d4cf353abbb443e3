/**
 * Servers and workers on one machine, each a process of its own, on one PostgreSQL and one Redis: for tests, trials,
 * chaos and measurements. Everything it starts ends with it, also when it is killed, and it ends nothing else.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale } from './build-targets.mjs';
import { startReaper } from './reaper.mjs';
import { freePort, startRedis } from './redis.mjs';
import { root } from './steps.mjs';

const READY_MS = 60_000;
/** Every server of a cluster lets the same owner in. */
const TOKEN = 'a-token-for-a-trial-cluster';

/** The embedded PostgreSQL in `home`, which runs as root too; `restart` kills it as a crash of the machine would. */
export async function startPostgres(home) {
  await buildStale(['local-postgres']);
  const bundle = pathToFileURL(join(root, 'packages/local-postgres/dist/index.mjs'));
  const { startLocalPostgres } = await import(bundle.href);
  // After a kill one call to the kernel instead of one for each of a thousand files.
  const settings = { max_connections: '150', recovery_init_sync_method: 'syncfs' };
  const start = () => startLocalPostgres({ home, settings });
  let postgres = await start();
  return {
    get url() {
      return postgres.url;
    },
    get pid() {
      return postgres.pid;
    },
    kill: () => postgres.stop({ force: true }),
    async start() {
      postgres = await start();
    },
    stop: () => postgres.stop({ force: true }),
  };
}

/**
 * Starts what is asked for under `dir`. Without `databaseUrl` it starts a PostgreSQL, without `redisUrl` a Redis
 * (`redisUrl: null`: none at all). Rejects when `signal` says so during the start, with nothing left of it.
 */
export async function startCluster({
  dir,
  workers = 3,
  servers = 1,
  databaseUrl,
  redisUrl,
  env = {},
  serverEnv = {},
  workerEnv = {},
  nodeArgs = [],
  signal,
}) {
  await mkdir(dir, { recursive: true, mode: 0o755 });
  await buildStale(['sandbox', 'server', 'worker']);
  signal?.throwIfAborted();
  const reaper = startReaper();
  const started = [];
  let postgres;
  let redis;
  let stopped = false;
  let count = 0;
  const stop = async () => {
    stopped = true;
    await Promise.all(started.map((each) => each.end()));
    await redis?.stop();
    await postgres?.stop();
    reaper.close();
  };
  try {
    if (databaseUrl === undefined) {
      reaper.keepPostgres(join(dir, 'database/postgres/postmaster.pid'));
      postgres = await startPostgres(join(dir, 'database'));
    }
    signal?.throwIfAborted();
    if (redisUrl === undefined) redis = await startRedis({ onSpawn: reaper.keep });
  } catch (error) {
    await stop();
    throw error;
  }
  const shared = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl ?? postgres.url,
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl ?? redis.url }),
    ...env,
  };

  const cluster = {
    databaseUrl: shared.DATABASE_URL,
    token: TOKEN,
    postgres,
    redis,
    servers: [],
    workers: [],
    async startServer(more = {}, { from = root } = {}) {
      const name = `server-${++count}`;
      const port = await freePort();
      const server = spawnProcess(name, join(from, 'apps/server/dist/main.mjs'), ['--no-open'], {
        WEFTWORK_STUDIO: 'off',
        RUNTIME_MODE: 'workers',
        ...serverEnv,
        PORT: String(port),
        WEFTWORK_HOME: join(dir, name),
        WEFTWORK_TOKEN: TOKEN,
        ...more,
      });
      server.url = `http://127.0.0.1:${port}`;
      cluster.servers.push(server);
      await server.ready;
      return server;
    },
    async startWorker(more = {}, { from = root } = {}) {
      const worker = spawnProcess(`worker-${++count}`, join(from, 'apps/worker/dist/main.mjs'), [], {
        ...workerEnv,
        ...more,
      });
      cluster.workers.push(worker);
      await worker.ready;
      return worker;
    },
    /** Calls the API of a server (the first) as the owner; throws where the answer is none of success. */
    async api(path, { method = 'GET', body, server = cluster.servers[0], headers = {}, ...rest } = {}) {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
        ...rest,
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 600)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    /** Creates and publishes a graph under its own id. */
    async publish(graph) {
      await cluster.api('/workflows', { method: 'POST', body: { graph } });
      await cluster.api(`/workflows/${graph.id}/publish`, { method: 'POST', body: {} });
    },
    stop,
  };

  function spawnProcess(name, program, args, own) {
    signal?.throwIfAborted();
    if (stopped) throw new Error(`The cluster has been stopped; ${name} is not started.`);
    const child = spawn(process.execPath, [...nodeArgs, program, ...args], {
      cwd: root,
      env: { ...shared, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    reaper.keep(child);
    const logPath = join(dir, `${name}.log`);
    const log = createWriteStream(logPath, { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    const exited = once(child, 'exit');
    const running = {
      name,
      child,
      pid: child.pid,
      logPath,
      exited,
      ready: isReady(child, logPath),
      kill: (signal = 'SIGKILL') => child.kill(signal),
      /** Asks it to end, waits, and ends it. */
      async end(signal = 'SIGTERM', waitMs = 10_000) {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGCONT');
        child.kill(signal);
        const timer = setTimeout(() => child.kill('SIGKILL'), waitMs);
        await exited;
        clearTimeout(timer);
      },
    };
    started.push(running);
    return running;
  }

  async function startAll() {
    // The first process migrates; the others find it done.
    for (let index = 0; index < servers; index += 1) await cluster.startServer();
    await Promise.all(Array.from({ length: workers }, () => cluster.startWorker()));
  }

  try {
    await Promise.race([startAll(), aborted(signal)]);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

function aborted(signal) {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Both programs say that they are ready on their standard output. */
function isReady(child, logPath) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`Not ready in time; see ${logPath}`)), READY_MS);
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (!/Weftwork .*is ready/.test(text)) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${child.spawnargs[1]} ended with code ${code} at its start; see ${logPath}`));
    });
  });
}
