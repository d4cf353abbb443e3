/** From an empty folder and from a prepared one to the first finished run, and what the idle service holds. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { memMiB, sleep, standApart } from '../peers/lib/proc.mjs';
import { median, watchOthers } from './quiet.mjs';
import { publish, runOnce, startService } from './service.mjs';
import { chain } from './workflows.mjs';

/** Long enough for the pages to be loaded and for the memory of the start to be given back. */
const SETTLE_MS = 6_000;

export async function measureStarts({ work, rounds }) {
  const home = join(work, 'starts-home');
  rmSync(home, { recursive: true, force: true });
  const log = join(work, 'starts.log');
  const others = watchOthers(() => []);

  const first = await startService({ home, log });
  await publish(first.agent, chain('w1', 10));
  await runOnce(first.agent, 'w1', { n: 0 });
  const firstRunMs = performance.now() - first.spawnedAt;
  await first.stop();

  const ready = [];
  const firstRun = [];
  let memory;
  for (let round = 0; round < rounds; round += 1) {
    const service = await startService({ home, log });
    await runOnce(service.agent, 'w1', { n: 0 });
    firstRun.push(performance.now() - service.spawnedAt);
    ready.push(service.readyMs);
    if (round === rounds - 1) {
      await sleep(SETTLE_MS);
      standApart([service.databasePid]);
      memory = { service: memMiB([service.child.pid]), database: memMiB([service.databasePid]) };
    }
    await service.stop();
  }
  return {
    emptyHome: { readyMs: first.readyMs, firstRunMs },
    prepared: { readyMs: median(ready), firstRunMs: median(firstRun), rounds },
    idleMiB: memory,
    busyCores: others(),
  };
}
