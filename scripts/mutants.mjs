import './lib/node-version.mjs';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, copyTree } from './lib/mutant-tree.mjs';
import { MUTANTS } from './lib/mutants.mjs';
import { prepare } from './lib/prepare.mjs';
import { Advice, giveUp, run } from './lib/steps.mjs';

// `npm run mutants`, or `npm run mutants -- epoch` for those whose name holds a word. Takes each fence away in a copy
// of the repository and runs the tests that must notice: a mutant that passes is a hole in the suite.

/** Titles of tests of these files and whether they passed; only those that hold one of `titles` are run. */
async function runTests(copy, tests) {
  const report = join(copy, 'mutant-report.json');
  rmSync(report, { force: true });
  const titles = Object.values(tests).flat();
  const pattern = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const failure = await run(
    join(copy, 'node_modules/.bin/vitest'),
    ['run', ...Object.keys(tests), '-t', pattern, '--reporter=json', `--outputFile=${report}`],
    { cwd: copy },
  ).then(
    () => undefined,
    (error) => error,
  );
  let results;
  try {
    results = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    throw new Advice(`The tests did not run:\n${failure?.output ?? 'there is no report'}`);
  }
  return results.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped');
}

/** Whether each title is there, and passed or failed as wanted. */
function judge(results, tests, wanted) {
  return Object.values(tests)
    .flat()
    .filter(
      (title) => !results.some((result) => result.fullName.includes(title) && result.status === wanted),
    );
}

const rows = [];
let copy;
try {
  await prepare();
  const asked = process.argv.slice(2);
  const mutants = MUTANTS.filter(({ name }) => asked.every((word) => name.includes(word)));
  if (mutants.length === 0) throw new Advice(`No mutant has "${asked.join(' ')}" in its name.`);
  copy = copyTree();

  const all = {};
  for (const { tests } of mutants)
    for (const [file, titles] of Object.entries(tests))
      all[file] = [...new Set([...(all[file] ?? []), ...titles])];
  const broken = judge(await runTests(copy.path, all), all, 'passed');
  if (broken.length > 0)
    throw new Advice(`Without any mutant these do not pass or do not exist: ${broken.join('; ')}`);
  console.log('✓ the tests pass as the code stands');

  for (const mutant of mutants) {
    const startedAt = performance.now();
    const undo = applyEdits(copy.path, mutant);
    const missed = judge(await runTests(copy.path, mutant.tests), mutant.tests, 'failed');
    undo();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    rows.push({
      mutant: mutant.name,
      caught: missed.length === 0,
      by: Object.values(mutant.tests).flat().join('; '),
    });
    console.log(`${missed.length === 0 ? '✓ caught' : '✗ NOT CAUGHT'}: ${mutant.name} (${seconds} s)`);
  }
} catch (error) {
  copy?.remove();
  giveUp(error);
}
copy.remove();
const width = Math.max(...rows.map(({ mutant }) => mutant.length));
console.log(`\n${'mutant'.padEnd(width)}  caught  by the test`);
for (const { mutant, caught, by } of rows)
  console.log(`${mutant.padEnd(width)}  ${caught ? 'yes   ' : 'NO    '}  ${by}`);
const missed = rows.filter(({ caught }) => !caught).length;
console.log(`\n${rows.length - missed} of ${rows.length} caught`);
process.exit(missed === 0 ? 0 : 1);
