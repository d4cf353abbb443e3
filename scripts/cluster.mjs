import './lib/node-version.mjs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildStale } from './lib/build-targets.mjs';
import { startCluster } from './lib/cluster.mjs';
import { prepare } from './lib/prepare.mjs';
import { ensureRedis } from './lib/redis.mjs';
import { Advice, giveUp } from './lib/steps.mjs';

const HELP = `npm run cluster -- [--workers 3] [--servers 1] [--minutes 60] [--dir FOLDER] [--no-redis] [--no-studio]

Starts servers and workers on this machine, on a PostgreSQL and a Redis of their own, and ends all of it with Ctrl-C or
when the time is over. Without --dir its data are removed at the end.`;

/** Several processes of one terminal hear the same Ctrl-C and pass it on: what comes this close is one. */
const SAME_SIGNAL_MS = 400;

const OPTIONS = {
  workers: { type: 'string', default: '3' },
  servers: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '60' },
  dir: { type: 'string' },
  'no-redis': { type: 'boolean', default: false },
  'no-studio': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
};

try {
  const { values: flags } = parseArgs({ options: OPTIONS });
  if (flags.help) console.log(HELP);
  else
    await main({
      ...flags,
      workers: count('workers', flags.workers, 0, 64),
      servers: count('servers', flags.servers, 1, 16),
      minutes: count('minutes', flags.minutes, 1, 24 * 60),
    });
} catch (error) {
  giveUp(error);
}

/** Before anything is started that would have to be ended again. */
function count(flag, text, least, most) {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Advice(`--${flag} takes a whole number from ${least} to ${most}, found ${text}.`);
}

async function main(flags) {
  const asked = listen();
  await prepare();
  if (!flags['no-redis']) await ensureRedis();
  if (!flags['no-studio']) await buildStale(['studio']);
  const dir = flags.dir ? resolve(flags.dir) : await mkdtemp(join(tmpdir(), 'weftwork-cluster-'));
  try {
    const cluster = await startCluster({
      dir,
      workers: flags.workers,
      servers: flags.servers,
      ...(flags['no-redis'] && { redisUrl: null }),
      serverEnv: { WEFTWORK_STUDIO: flags['no-studio'] ? 'off' : 'on' },
      signal: asked,
    });
    print(cluster, dir);
    await ended(flags.minutes * 60_000, cluster, asked);
    console.log('\nStopping the cluster.');
    await cluster.stop();
  } catch (error) {
    if (!asked.aborted) throw error;
    console.log('\nStopped during the start.');
  } finally {
    if (!flags.dir) await rm(dir, { recursive: true, force: true });
  }
  process.exit(0);
}

function print({ servers, workers, databaseUrl, redis, token }, dir) {
  for (const { name, pid, url } of [...servers, ...workers])
    console.log(`  ${name.padEnd(10)} process ${pid}${url ? `  ${url}` : ''}`);
  console.log(`  database   ${databaseUrl}`);
  if (redis) console.log(`  Redis      ${redis.url}`);
  console.log(`  logs       ${dir}\n  token      ${token}\n\nStop: Ctrl-C`);
}

/**
 * Aborted by the first signal, or when the npm that started us has gone, which passes none on. A second signal ends at
 * once.
 */
function listen() {
  const asked = new AbortController();
  let askedAt;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(130);
      askedAt ??= performance.now();
      asked.abort();
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && asked.abort(), 1_000).unref();
  }
  return asked.signal;
}

/** Asked to, when the time is over, or when nothing of it is left. */
function ended(ms, { servers, workers }, asked) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    if (asked.aborted) resolve();
    asked.addEventListener('abort', resolve, { once: true });
    void Promise.all([...servers, ...workers].map(({ exited }) => exited)).then(resolve);
  });
}
