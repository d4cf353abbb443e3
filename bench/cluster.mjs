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
import { favour } from './peers/lib/proc.mjs';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, workers: { type: 'string', default: '3' } },
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
  add(
    'event to client p99, 200 streams',
    ms((await figures.streams(cluster, { count: 200, cutsEach: 0 })).p99Ms),
  );
  const cut = await figures.streams(cluster, { count: 200, cutsEach: 5 });
  add(
    `… cut ${whole(cut.reconnects)} times: p99, lost, doubled`,
    `${ms(cut.p99Ms)}, ${cut.lost}, ${cut.doubled}`,
  );
  add('1,000 flushed wake-ups: until all runs ended', ms(await figures.flushedWakeUps(cluster, 1_000)));
  add('deadlines: lateness p99 of 200', ms(await figures.timerLateness(cluster, 200)));
  const redis = await figures.redisReturn(cluster);
  add('longest run while Redis is away', ms(redis.longestMs));
  add('Redis back: until a worker takes a wake-up from it', ms(redis.usedAgainMs));
  add('PostgreSQL back after a kill: until the next finished run', ms(await figures.postgresReturn(cluster)));
  add('worker killed: until another makes its call (lease 10 s)', ms(await figures.takeover(cluster)));
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}
const table = [['what', 'value'], ['---', '---'], ...rows]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'cluster.json'), `${JSON.stringify(rows, null, 1)}\n`);
writeFileSync(join(results, 'cluster.md'), `${table}\n`);
console.log(table);
process.exit(0);
