/** What a node costs in graphs of different sizes: CPU of service and database, and time, one run after the other. */
import { cpuSeconds } from '../peers/lib/proc.mjs';
import { publish, runOnce } from './service.mjs';
import { chain } from './workflows.mjs';

const SIZES = [50, 500, 5_000];
const ROUNDS = 5;

/** Rounds take turns over the sizes, so that a disturbance does not fall on one size alone. */
export async function measureNodeCost({ agent, child, databasePid }, seconds) {
  const samples = new Map();
  for (const size of [0, ...SIZES]) {
    await publish(agent, chain(`chain-${size}`, size));
    samples.set(size, []);
    await during(0.5, () => runOnce(agent, `chain-${size}`, { n: 0 }));
  }
  const cpu = () => cpuSeconds([child.pid]) + cpuSeconds([databasePid]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [size, taken] of samples) {
      const before = cpu();
      const { runs, wallMs } = await during(seconds, () => runOnce(agent, `chain-${size}`, { n: 0 }));
      taken.push({ cpuMs: ((cpu() - before) * 1000) / runs, wallMs: wallMs / runs });
    }
  }
  // The least disturbed round: what is wanted is a small difference between two large figures.
  const least = (size, field) => Math.min(...samples.get(size).map((sample) => sample[field]));
  return {
    emptyRun: { cpuMs: least(0, 'cpuMs'), wallMs: least(0, 'wallMs') },
    sizes: SIZES.map((size) => ({
      size,
      runMs: least(size, 'wallMs'),
      // Without what a run costs that has no such node.
      cpuUsPerNode: ((least(size, 'cpuMs') - least(0, 'cpuMs')) * 1000) / size,
      wallUsPerNode: ((least(size, 'wallMs') - least(0, 'wallMs')) * 1000) / size,
    })),
  };
}

async function during(seconds, once) {
  const startedAt = performance.now();
  let runs = 0;
  do {
    await once();
    runs += 1;
  } while (performance.now() - startedAt < seconds * 1000);
  return { runs, wallMs: performance.now() - startedAt };
}
