import './lib/node-version.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { buildStale } from './lib/build-targets.mjs';
import { runChecks } from './lib/checks.mjs';
import { prepare } from './lib/prepare.mjs';
import { Advice, giveUp } from './lib/steps.mjs';

// `npm test` does everything; `npm test -- static`, `-- unit` or `-- browser` only that part.
const PARTS = {
  static: ['format', 'types', 'rules'],
  unit: ['unit'],
  browser: ['browser'],
};

try {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => PARTS[name] === undefined);
  if (unknown !== undefined) {
    throw new Advice(`There is no part "${unknown}". Parts: ${Object.keys(PARTS).join(', ')}.`);
  }
  const parts = asked.length > 0 ? asked : Object.keys(PARTS);
  await prepare();
  if (parts.includes('browser')) await ensureBrowser();
  await buildStale();
  const passed = await runChecks(parts.flatMap((part) => PARTS[part]));
  process.exit(passed ? 0 : 1);
} catch (error) {
  giveUp(error);
}
