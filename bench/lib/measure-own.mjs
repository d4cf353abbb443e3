/** What is measured of this product alone. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sleep, standApart, start, stop } from '../peers/lib/proc.mjs';
import { measureCommits } from './measure-commits.mjs';
import { measureFloor } from './measure-floor.mjs';
import { measureNodeCost } from './measure-node-cost.mjs';
import { measureStarts } from './measure-starts.mjs';
import { watchOthers } from './quiet.mjs';
import { ECHO, ECHO_PORT, startService } from './service.mjs';

const ECHO_PROGRAM = fileURLToPath(new URL('../peers/apps/echo.mjs', import.meta.url));

export async function measureOwn({ dir, quick, say }) {
  const work = join(dir, 'run', 'own');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true, mode: 0o755 });
  const seconds = quick ? 2 : 6;

  say('start times and memory');
  const starts = await measureStarts({ work, rounds: quick ? 3 : 5 });

  const echo = start(process.execPath, [ECHO_PROGRAM], { env: { ECHO_PORT: String(ECHO_PORT) } });
  const service = await startService({ home: join(work, 'home'), log: join(work, 'service.log') });
  standApart([service.databasePid]);
  try {
    await sleep(2_000); // the pages are loaded in the background
    const roots = () => [service.child.pid, service.databasePid, echo.pid];
    const watched = async (what, work) => {
      say(what);
      const others = watchOthers(roots);
      const result = await work();
      return { ...result, busyCores: others() };
    };
    return {
      starts,
      commits: await watched('commits', () => measureCommits(service, ECHO)),
      nodeCost: await watched('cost per node', () => measureNodeCost(service, seconds)),
      floor: await watched('floor', async () => ({ commitsPerSecond: await measureFloor(service, seconds) })),
    };
  } finally {
    await service.stop();
    await stop(echo);
  }
}
