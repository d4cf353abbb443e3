import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

// `npm run screenshots -- FOLDER` takes a picture of every page and state, in each size, theme and language, from the built
// service, and makes docs/images/studio.png anew; `-- FOLDER -g '1280x800.light.en'` takes those alone. Build first:
// `npm run build`.
const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Say where the pictures go: npm run screenshots -- FOLDER');
  process.exit(2);
}
const root = resolve(import.meta.dirname, '../..');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    join(import.meta.dirname, 'screenshots.config.ts'),
    ...rest,
  ],
  { stdio: 'inherit', env: { ...process.env, WEFTWORK_SCREENSHOTS: resolve(folder) } },
);
process.exit(status ?? 1);
