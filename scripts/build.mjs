import './lib/node-version.mjs';
import { buildStale } from './lib/build-targets.mjs';
import { prepare } from './lib/prepare.mjs';
import { giveUp } from './lib/steps.mjs';

// `npm run build` makes whatever is stale; `npm run build -- server cli` only those.
try {
  const names = process.argv.slice(2);
  await prepare();
  await buildStale(names.length > 0 ? names : undefined);
} catch (error) {
  giveUp(error);
}
