import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS, FULL_SCHEDULE } from '../chaos/injector';
import { printReport } from '../chaos/print-report';
import { runChaos } from '../chaos/run-chaos';

/*
 * A cluster on this machine whose workers are killed and stopped, whose PostgreSQL restarts without a goodbye and whose
 * Redis dies and forgets. The short form runs with the other tests; `npm run chaos` sets the long one.
 */

const full = process.env.WEFTWORK_CHAOS === 'full';
const seed = Number(process.env.WEFTWORK_CHAOS_SEED ?? 7);
const keep = process.env.WEFTWORK_CHAOS_DIR;

const form = full
  ? { faultMs: 150_000, drainMs: 30_000, mostOpen: 600, mostPerSecond: 100, schedule: FULL_SCHEDULE }
  : {
      faultMs: 15_000,
      // Long, so that a busy machine changes no verdict: it ends when all runs have.
      drainMs: 90_000,
      mostOpen: 60,
      mostPerSecond: 10,
      // Fewer deaths at a time than on a machine of its own, each kind at least once.
      schedule: { kill: [1_500, 2_500], stop: 4_000, postgres: 7_000, redis: 4_000 } as const,
    };

it('keeps every promise while processes die, stall and return and what they stand on restarts', async () => {
  const dir = keep ?? (await mkdtemp(join(tmpdir(), 'weftwork-chaos-')));
  const report = await runChaos({ dir, seed, workers: full ? 3 : 2, servers: full ? 2 : 1, ...form });
  const text = printReport(report);
  await writeFile(join(dir, 'report.txt'), `${text}\n`);
  for (const [name, found] of Object.entries(report.wrong))
    expect(found.slice(0, 20), `${name}\n${text}`).toEqual([]);
  expect(report.accepted).toBeGreaterThan(0);
  expect(Object.keys(report.faults).sort()).toEqual([...FAULTS].sort());
  if (!keep) await rm(dir, { recursive: true, force: true });
}, 300_000);
