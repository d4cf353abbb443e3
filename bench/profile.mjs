/**
 * `node bench/profile.mjs w1 [w2 …]`: where the service spends its CPU under a workload, by function. Needs a built
 * server (`npm run build -- sandbox server`).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byPackage, functionTimes } from './lib/function-times.mjs';
import { ECHO, ECHO_PORT, publish, runOnce, startService } from './lib/service.mjs';
import { workloads } from './lib/workflows.mjs';
import { agent as agentOf, closedLoop } from './peers/lib/load.mjs';
import { sleep, start, stop } from './peers/lib/proc.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CALLERS = 16;
const WARM_SECONDS = 3;
const SECONDS = 6;
const TOP = 15;
const PACKAGES = 10;
const INCLUSIVE = 30;

const asked = process.argv.slice(2);
const graphs = workloads(ECHO);
const work = mkdtempSync(join(os.tmpdir(), 'weftwork-profile-'));
const output = join(work, 'profile.json');
const echo = start(process.execPath, [join(ROOT, 'bench/peers/apps/echo.mjs')], {
  env: { ECHO_PORT: String(ECHO_PORT) },
});
const service = await startService({
  home: join(work, 'home'),
  log: join(work, 'service.log'),
  nodeArgs: ['--import', join(ROOT, 'bench/lib/profiler.mjs')],
  env: { BENCH_PROFILE: output },
});
try {
  for (const workload of asked.length > 0 ? asked : ['w1', 'w2']) await profile(workload);
} finally {
  await service.stop();
  await stop(echo);
  rmSync(work, { recursive: true, force: true });
}

async function profile(workload) {
  await publish(service.agent, graphs[workload]);
  const agent = agentOf(CALLERS);
  const load = (seconds) => closedLoop(() => runOnce(agent, workload, { n: 0 }), { conc: CALLERS, seconds });
  await load(WARM_SECONDS);
  rmSync(output, { force: true });
  service.child.kill('SIGUSR2');
  const { runs } = await load(SECONDS);
  service.child.kill('SIGUSR2');
  while (!existsSync(output)) await sleep(50);
  await sleep(500); // the file is written in one go, but a large one takes a moment
  const { total, functions } = functionTimes(JSON.parse(readFileSync(output, 'utf8')), {
    bundle: join(ROOT, 'apps/server/dist/main.mjs'),
    root: ROOT,
  });
  const print = (title, rows) => {
    console.log(title);
    for (const [name, ms] of rows) {
      const share = ((ms * 100) / total).toFixed(1).padStart(5);
      console.log(`${share} %  ${((ms * 1000) / runs).toFixed(1).padStart(7)} µs  ${name}`);
    }
  };
  console.log(`\n${workload}: ${runs} runs, ${((total * 1000) / runs).toFixed(0)} µs of the service per run`);
  print(
    'own time',
    functions.slice(0, TOP).map(({ name, own }) => [name, own]),
  );
  print(
    'own time by package',
    byPackage(functions)
      .slice(0, PACKAGES)
      .map(({ name, own }) => [name, own]),
  );
  const named = functions.filter(({ name }) => / {2}(?:packages|apps|fastify|pg)\//.test(name));
  print(
    'with all they call',
    named
      .sort((a, b) => b.whole - a.whole)
      .slice(0, INCLUSIVE)
      .map(({ name, whole }) => [name, whole]),
  );
  agent.destroy();
}
