import './lib/node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale } from './lib/build-targets.mjs';
import { prepare } from './lib/prepare.mjs';
import { giveUp, root } from './lib/steps.mjs';

// `npm start` makes everything ready and becomes the service: one process, which handles its own signals.
// Flags go to the service: `npm start -- --port 4000`.
try {
  await prepare();
  await buildStale(['sandbox', 'server', 'studio']);
} catch (error) {
  giveUp(error);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'apps/server/dist/main.mjs')).href);
