import './lib/node-version.mjs';
import { buildStale } from './lib/build-targets.mjs';
import { runChecks } from './lib/checks.mjs';
import { prepare } from './lib/prepare.mjs';
import { giveUp } from './lib/steps.mjs';

// `npm run check`, before pushing: format, lint, types, import rules, dead code, tests (the catalogue's among
// them) and the build. The browser tests are left to `npm test`.
try {
  await prepare();
  const passed = await runChecks(['format', 'types', 'rules', 'deadCode', 'unit']);
  await buildStale();
  process.exit(passed ? 0 : 1);
} catch (error) {
  giveUp(error);
}
