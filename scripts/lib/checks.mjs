/** The checks of `npm test` and `npm run check`: each a name and a command whose exit code decides. */
import { join } from 'node:path';
import { root, run } from './steps.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
/** Shows what it prints as it goes. */
const shown = (name, args) => () => run(bin(name), args, { quiet: false });
/** Reads files and changes nothing, so that others may run beside it; what it prints is shown if it fails. */
const beside = (label, ...commands) => ({
  label,
  beside: true,
  run: () => allOf(commands.map(([name, ...args]) => run(bin(name), args, { env: COLOURS }))),
});
/** Waits for every one, and fails with what each that failed printed. */
async function allOf(commands) {
  const ends = await Promise.allSettled(commands);
  const failures = ends.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  if (failures.length === 0) return;
  throw Object.assign(failures[0], { output: failures.map(({ output }) => output).join('\n') });
}

const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

export const CHECKS = {
  format: beside('Format and lint', ['biome', 'check', '--error-on-warnings', '.']),
  types: beside(
    'Types',
    ['tsc', '-p', 'tsconfig.json'],
    // The studio has its own settings, since Next rewrites them.
    ['tsc', '-p', 'apps/studio/tsconfig.json', '--noEmit'],
  ),
  rules: beside('Import rules', [
    ...['depcruise', 'packages', 'apps'],
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ]),
  deadCode: beside('Dead code', ['knip']),
  unit: { label: 'Unit, conformance and API tests', run: shown('vitest', ['run']) },
  browser: { label: 'Browser tests', run: shown('playwright', ['test']) },
};

/**
 * Runs the checks, all of them even when one fails, and prints one summary: those that only read files beside each
 * other, the tests after them and one after the other.
 */
export async function runChecks(names) {
  const reading = names.filter((name) => CHECKS[name].beside);
  if (reading.length > 0) console.log(`\n— ${reading.map((name) => CHECKS[name].label).join(', ')}`);
  const results = await Promise.all(reading.map(runCheck));
  for (const name of names.filter((each) => !reading.includes(each))) {
    console.log(`\n— ${CHECKS[name].label}`);
    results.push(await runCheck(name));
  }
  console.log('\nSummary');
  for (const { label, failed, seconds } of results) {
    console.log(`${failed ? '✗' : '✓'} ${label} (${seconds.toFixed(1)} s)`);
  }
  return results.every(({ failed }) => !failed);
}

async function runCheck(name) {
  const { label, run: work } = CHECKS[name];
  const startedAt = performance.now();
  let failed = false;
  try {
    await work();
  } catch (error) {
    failed = true;
    if (error.output) console.error(`\n— ${label}\n${error.output.trimEnd()}`);
    if (!/ended with code/.test(error.message)) console.error(error.message);
  }
  return { label, failed, seconds: (performance.now() - startedAt) / 1000 };
}
