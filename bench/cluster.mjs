/**
 * `npm run bench:cluster`: a server without a runtime, three workers, a PostgreSQL and a Redis, all on this machine.
 * Prints Markdown and keeps it, with all numbers as JSON, in `bench/results/`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCluster } from '../scripts/lib/cluster.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { ensureRedis } from '../scripts/lib/redis.mjs';
import * as figures from './lib/cluster-figures.mjs';
import { measureTraces } from './lib/measure-traces.mjs';
import { cutStreams, openStreams } from './lib/stream-figures.mjs';
import { favour } from './peers/lib/proc.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    workers: { type: 'string', default: '3' },
    // Only what streams and traces cost, each by itself.
    streams: { type: 'boolean', default: false },
    traces: { type: 'boolean', default: false },
  },
});
const results = fileURLToPath(new URL('./results', import.meta.url));
const dir = figures.clusterFolder(join(os.tmpdir(), 'weftwork-bench'));
const seconds = flags.quick ? 4 : 15;
const ms = (value) => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
const whole = (value) => value.toLocaleString('en', { maximumFractionDigits: 0 });

await prepare();
await ensureRedis();
favour(process.pid);
const cluster = await startCluster({
  dir,
  workers: Number(flags.workers),
  env: { WEFTWORK_HTTP_ALLOW: '127.0.0.1' },
});
const rows = [];
const add = (what, value) => {
  console.error(`— ${what}: ${value}`);
  rows.push([what, value]);
};
try {
  if (flags.streams) await addStreams();
  else if (flags.traces) await addTraces();
  else await addAll();
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
const table = [['what', 'value'], ['---', '---'], ...rows]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');
mkdirSync(results, { recursive: true });
const name = flags.streams ? 'cluster-streams' : flags.traces ? 'cluster-traces' : 'cluster';
writeFileSync(join(results, `${name}.json`), `${JSON.stringify(rows, null, 1)}\n`);
writeFileSync(join(results, `${name}.md`), `${table}\n`);
console.log(table);
process.exit(0);

async function addAll() {
  add(
    'BullMQ jobs that do nothing, per second',
    whole(await figures.noopJobs(cluster.redis.url, flags.quick ? 3_000 : 20_000)),
  );
  for (const row of await figures.runsThroughQueue(cluster, [1, 16, 64], seconds)) {
    const { conc, runsPerSec, p50, p95, p99, toClaimMs, errors } = row;
    add(
      `w1 through BullMQ, ${conc} callers: runs/s`,
      `${whole(runsPerSec)}${errors ? `, ${errors} errors` : ''}`,
    );
    add(`… end to end p50 / p95 / p99`, [p50, p95, p99].map(ms).join(' / '));
    add(`… admission to claim p50`, ms(toClaimMs));
  }
  await addStreams();
  add('1,000 flushed wake-ups: until all runs ended', ms(await figures.flushedWakeUps(cluster, 1_000)));
  add('deadlines: lateness p99 of 200', ms(await figures.timerLateness(cluster, 200)));
  const redis = await figures.redisReturn(cluster);
  add('longest run while Redis is away', ms(redis.longestMs));
  add('Redis back: until a worker takes a wake-up from it', ms(redis.usedAgainMs));
  add('PostgreSQL back after a kill: until the next finished run', ms(await figures.postgresReturn(cluster)));
  add('worker killed: until another makes its call (lease 10 s)', ms(await figures.takeover(cluster)));
}

async function addStreams() {
  const open = await openStreams(cluster, 200);
  add('event to client, 200 open streams: p50 / p99', [open.p50Ms, open.p99Ms].map(ms).join(' / '));
  add('… lost, doubled', `${open.lost}, ${open.doubled}`);
  const cut = await cutStreams(cluster, { count: 200, cutsEach: 5 });
  add(`… the same cut ${whole(cut.reconnects)} times: coming back, p99`, ms(cut.backP99Ms));
  add('… event to client while away / while open, p99', [cut.missedP99Ms, cut.p99Ms].map(ms).join(' / '));
  add('… lost, doubled', `${cut.lost}, ${cut.doubled}`);
}

async function addTraces() {
  const ways = await measureTraces(cluster, { seconds, rounds: flags.quick ? 1 : 3 });
  for (const { way, runsPerSec, cpuMs, sentBytes, errors } of ways)
    add(
      `w1 on one server, traces ${way}: runs/s, CPU of the server per run, bytes sent per run`,
      `${whole(runsPerSec)}, ${cpuMs.toFixed(3)} ms, ${whole(sentBytes)}${errors ? `, ${errors} errors` : ''}`,
    );
}
