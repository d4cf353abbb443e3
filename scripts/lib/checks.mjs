/** The checks of `npm test` and `npm run check`: each a name and a command whose exit code decides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './steps.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const local = (name, args) => () => run(bin(name), args, { quiet: false });

export const CHECKS = {
  format: { label: 'Format and lint', run: local('biome', ['check', '--error-on-warnings', '.']) },
  types: { label: 'Types', run: checkTypes },
  rules: {
    label: 'Import rules',
    run: local('depcruise', [
      'packages',
      'apps',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
    ]),
  },
  deadCode: { label: 'Dead code', run: local('knip', []) },
  unit: { label: 'Unit, conformance and API tests', run: local('vitest', ['run']) },
  browser: { label: 'Browser tests', run: local('playwright', ['test']) },
};

async function checkTypes() {
  await run(bin('tsc'), ['-p', 'tsconfig.json'], { quiet: false });
  // The studio has its own settings, since Next rewrites them.
  if (existsSync(join(root, 'apps/studio/tsconfig.json'))) {
    await run(bin('tsc'), ['-p', 'apps/studio/tsconfig.json', '--noEmit'], { quiet: false });
  }
}

/** Runs the checks one after the other, all of them even when one fails, and prints one summary. */
export async function runChecks(names) {
  const results = [];
  for (const name of names) {
    const { label, run: work } = CHECKS[name];
    console.log(`\n— ${label}`);
    const startedAt = performance.now();
    let failure;
    try {
      await work();
    } catch (error) {
      failure = error;
      if (!/ended with code/.test(error.message)) console.error(error.message);
    }
    results.push({ label, failed: failure !== undefined, seconds: (performance.now() - startedAt) / 1000 });
  }
  console.log('\nSummary');
  for (const { label, failed, seconds } of results) {
    console.log(`${failed ? '✗' : '✓'} ${label} (${seconds.toFixed(1)} s)`);
  }
  return results.every(({ failed }) => !failed);
}
