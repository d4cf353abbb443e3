import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Bundles the child entry for tests and tools and returns its path. It lands under `node_modules/.cache` of the
 * repository, from where `quickjs-emscripten` resolves. The shipped bundle is made by `npm run build`.
 */
export async function buildSandboxChild(): Promise<string> {
  const { build } = await import('esbuild');
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./child.ts', import.meta.url))],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['quickjs-emscripten'],
    logLevel: 'silent',
  });
  const { contents } = outputFiles[0]!;
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  const folder = join(root, 'node_modules', '.cache', 'weftwork-sandbox');
  const outfile = join(folder, `child-${hash}.mjs`);
  await mkdir(folder, { recursive: true });
  // Written beside and renamed: other tests may start the same file right now.
  await writeFile(`${outfile}.${process.pid}`, contents);
  await rename(`${outfile}.${process.pid}`, outfile);
  return outfile;
}
