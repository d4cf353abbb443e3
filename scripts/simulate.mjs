import './lib/node-version.mjs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './lib/prepare.mjs';
import { giveUp, root, run } from './lib/steps.mjs';

// `npm run simulate -- --seeds 1000 --first 1`: that many schedules of every kind of weather in test/support/weather.ts.
try {
  const { values } = parseArgs({
    options: { seeds: { type: 'string', default: '250' }, first: { type: 'string', default: '1' } },
  });
  await prepare();
  await run(join(root, 'node_modules/.bin/vitest'), ['run', 'test/simulator.test.ts'], {
    quiet: false,
    env: { WEFTWORK_SIMULATED_SEEDS: values.seeds, WEFTWORK_SIMULATED_FIRST: values.first },
  });
} catch (error) {
  giveUp(error);
}
