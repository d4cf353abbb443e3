/**
 * `npm run bench:studio`: the editor in a real browser, on the real service. What it transfers, when the first node is
 * drawn, and how frames keep up while somebody drags, pans and types, beside an empty page in the same run. Prints
 * Markdown and keeps it, with all numbers as JSON, in `bench/results/`. See bench/README.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { buildStale } from '../scripts/lib/build-targets.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { measureEditor, measureEmpty, measureStream } from './lib/measure-studio.mjs';
import { startService } from './lib/service.mjs';
import { studioReport } from './lib/studio-report.mjs';
import { favour } from './peers/lib/proc.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '12,500,1000' },
    seconds: { type: 'string', default: '4' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    'no-build': { type: 'boolean', default: false },
    'no-stream': { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const results = join(HERE, 'results');
const say = (text) => console.error(`— ${text}`);
mkdirSync(results, { recursive: true });
if (!flags['no-build']) {
  await prepare();
  await buildStale(['sandbox', 'server', 'studio']);
}

const home = mkdtempSync(join(os.tmpdir(), 'weftwork-bench-studio-'));
const service = await startService({ home, log: join(results, 'studio-service.log') });
const browser = await chromium.launchServer({
  executablePath: flags.chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--enable-precise-memory-info',
  ],
});
favour(process.pid);
favour(browser.process().pid);
try {
  const client = await chromium.connect(browser.wsEndpoint());
  const tools = {
    client,
    service,
    say,
    seconds: Number(flags.seconds),
    roots: () => [service.child.pid, browser.process().pid],
    profile: flags.profile,
  };
  const empty = await measureEmpty(tools);
  const editors = [];
  for (const size of flags.sizes.split(',').map(Number)) editors.push(await measureEditor(tools, size));
  const stream = flags['no-stream'] ? undefined : await measureStream(tools);
  const all = { command: 'npm run bench:studio', at: new Date().toISOString(), empty, editors, stream };
  writeFileSync(join(results, 'studio.json'), `${JSON.stringify(all, null, 1)}\n`);
  const markdown = studioReport(all);
  writeFileSync(join(results, 'studio.md'), markdown);
  console.log(markdown);
} finally {
  await browser.close();
  await service.stop();
  rmSync(home, { recursive: true, force: true });
}
