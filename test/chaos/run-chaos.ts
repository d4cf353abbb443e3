import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '@weftwork/runtime/testing';
import { startCluster } from '../../scripts/lib/cluster.mjs';
import { type FaultName, type FaultSchedule, Injector } from './injector';
import { Load } from './load';
import { mix } from './mix';
import { startSink } from './sink';
import { createSteadySql } from './steady-sql';
import { judge, type Verdict } from './verdict';

export interface ChaosOptions {
  /** Where logs and data go. */
  readonly dir: string;
  readonly seed: number;
  readonly faultMs: number;
  readonly drainMs: number;
  readonly schedule: FaultSchedule;
  readonly workers: number;
  readonly servers: number;
  readonly mostOpen: number;
  readonly mostPerSecond: number;
}

export interface ChaosReport extends Verdict {
  readonly seed: number;
  /** Counted from the injector's own log. */
  readonly faults: Readonly<Partial<Record<FaultName, number>>>;
  readonly drainedMs: number;
}

const LEASE_SECONDS = 2;

/** Starts a cluster, loads it, hurts it, lets it heal and judges what is left. Everything it starts it ends. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { dir, seed } = options;
  const sink = await startSink(dir);
  const env = { WEFTWORK_HTTP_ALLOW: '127.0.0.1', WEFTWORK_LEASE_SECONDS: String(LEASE_SECONDS) };
  const cluster = await startCluster({ dir, workers: options.workers, servers: options.servers, env });
  const sql = createSteadySql(cluster.databaseUrl);
  try {
    const { kinds, child } = mix(sink.url);
    for (const graph of [child, ...kinds.map((kind) => kind.graph)]) await cluster.publish(graph);
    const { mostOpen, mostPerSecond } = options;
    const load = new Load({ cluster, sql, kinds, random: seededRandom(seed), mostOpen, mostPerSecond });
    const logPath = join(dir, 'faults.log');
    const random = seededRandom(seed + 1);
    const injector = new Injector({
      cluster,
      schedule: options.schedule,
      leaseMs: LEASE_SECONDS * 1000,
      logPath,
      random,
    });
    await Promise.all([load.run(options.faultMs), injector.run(options.faultMs)]);
    const healedAt = performance.now();
    await load.drain(options.drainMs);
    const drainedMs = performance.now() - healedAt;
    const verdict = await judge(sql, sink, load.accepted);
    return { ...verdict, seed, drainedMs, faults: await countFaults(logPath) };
  } finally {
    await sql.close();
    await cluster.stop();
    await sink.stop();
  }
}

async function countFaults(logPath: string): Promise<ChaosReport['faults']> {
  const counts: Partial<Record<FaultName, number>> = {};
  for (const line of (await readFile(logPath, 'utf8')).split('\n').filter(Boolean)) {
    const { fault } = JSON.parse(line) as { fault: FaultName };
    counts[fault] = (counts[fault] ?? 0) + 1;
  }
  return counts;
}
