import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Bundles the child entry for tests and tools and returns its path. It lands under `node_modules/.cache` of the
 * repository, from where `quickjs-emscripten` resolves. The shipped bundle is made by `npm run build`.
 */
export async function buildSandboxChild(): Promise<string> {
  const { build } = await import('esbuild');
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folder = join(root, 'node_modules', '.cache', 'weftwork-sandbox', String(process.pid));
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, 'child.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./child.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['quickjs-emscripten'],
    logLevel: 'silent',
  });
  return outfile;
}
