#!/usr/bin/env node
// Builds what is missing or stale, as `npm start` does, and becomes the command line. All of that is said on stderr:
// stdout belongs to the command.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import '../../../scripts/lib/node-version.mjs';
import { isBuilt } from '../../../scripts/lib/build-targets.mjs';

const TARGETS = ['sandbox', 'cli'];

if (!isBuilt(TARGETS)) {
  const build = fileURLToPath(new URL('../../../scripts/build.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [build, ...TARGETS], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(2);
}
process.setSourceMapsEnabled(true);
await import('../dist/main.mjs');
