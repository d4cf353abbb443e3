/**
 * What is built, from which inputs, and how. Bundles hold our own sources; packages from npm stay outside.
 */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { precompress } from './precompress.mjs';
import { hashInputs, isFresh, stamped } from './stamps.mjs';
import { root, run, step } from './steps.mjs';

const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json', 'scripts/lib/build-targets.mjs'];
const PACKAGES = [
  'api',
  'editor',
  'engine',
  'expressions',
  'local-postgres',
  'nodes',
  'queue-bullmq',
  'runtime',
  'sandbox',
  'schema',
  'sdk',
  'store',
  'telemetry',
];
const PACKAGE_INPUTS = PACKAGES.map((name) => `packages/${name}/src`);

const bundle = (name, label, entry, outfile, inputs, options) => ({
  name,
  label,
  inputs,
  outputs: [outfile],
  build: () => buildBundle(entry, outfile, options),
});

const TARGETS = [
  bundle(
    'sandbox',
    'Building the sandbox',
    'packages/sandbox/src/child.ts',
    'packages/sandbox/dist/child.mjs',
    ['packages/sandbox/src', 'packages/schema/src'],
  ),
  bundle('server', 'Building the server', 'apps/server/src/main.ts', 'apps/server/dist/main.mjs', [
    ...PACKAGE_INPUTS,
    'apps/server/src',
  ]),
  bundle(
    'local-postgres',
    'Building the embedded database',
    'packages/local-postgres/src/index.ts',
    'packages/local-postgres/dist/index.mjs',
    ['packages/local-postgres/src', 'packages/schema/src'],
  ),
  bundle(
    'worker',
    'Building the worker',
    'apps/worker/src/main.ts',
    'apps/worker/dist/main.mjs',
    [...PACKAGE_INPUTS, 'apps/worker/src'],
    { whole: true },
  ),
  bundle(
    'cli',
    'Building the command line',
    'packages/cli/src/main.ts',
    'packages/cli/dist/main.mjs',
    [...PACKAGE_INPUTS, 'apps/server/src', 'packages/cli/src'],
    { splitting: true }, // only some commands need the server with all it imports
  ),
  {
    name: 'studio',
    label: 'Building the studio',
    inputs: [
      ...['editor', 'expressions', 'nodes', 'runtime', 'schema', 'sdk', 'api'].map(
        (name) => `packages/${name}/src`,
      ),
      'apps/studio',
      'scripts/lib/precompress.mjs',
    ],
    outputs: ['apps/studio/.next/BUILD_ID'],
    build: async () => {
      await run(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build', 'apps/studio'], {
        env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
      });
      await precompress(join(root, 'apps/studio/.next/static'));
    },
  },
];

/** Whether the named targets are there and made from the sources as they are now. */
export function isBuilt(names) {
  return TARGETS.filter((each) => names.includes(each.name)).every((target) =>
    isFresh(target.name, hashInputs([...SHARED_INPUTS, ...target.inputs]), target.outputs),
  );
}

/** Builds what is stale among the named targets (all by default). */
export async function buildStale(names = TARGETS.map((target) => target.name)) {
  for (const target of TARGETS.filter((each) => names.includes(each.name))) {
    const hash = hashInputs([...SHARED_INPUTS, ...target.inputs]);
    if (isFresh(target.name, hash, target.outputs)) continue;
    await step(target.label, () => stamped(target.name, hash, target.build));
  }
}

/** Bundles one of our entries; packages from npm stay outside. */
export async function buildBundle(entry, outfile, { whole = false, ...options } = {}) {
  const { build, stop } = await import('esbuild');
  try {
    const { metafile } = await build({
      ...options,
      metafile: true,
      absWorkingDir: root,
      entryPoints: [entry],
      outdir: dirname(outfile),
      outExtension: { '.js': extname(outfile) },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      sourcemap: 'linked',
      sourcesContent: false,
      logLevel: 'silent',
      ...(whole ? WHOLE : { plugins: [externalPackages] }),
    });
    removeOthers(dirname(outfile), Object.keys(metafile.outputs));
  } catch (error) {
    throw Object.assign(error, { output: error.message });
  } finally {
    await stop(); // its helper process would live as long as the service
  }
}

/** Chunks are named by their content, so those of earlier builds stay behind; what runs now is never taken away first. */
function removeOthers(folder, files) {
  for (const name of readdirSync(join(root, folder))) {
    if (!files.includes(`${folder}/${name}`)) rmSync(join(root, folder, name), { recursive: true });
  }
}

/**
 * With the packages from npm inside: reading a thousand small files is half of what a worker's start takes. What is
 * native or never used stays outside.
 */
const WHOLE = {
  mainFields: ['module', 'main'],
  external: ['pg-native', 'msgpackr-extract', '@prisma/client'],
  banner: {
    js: [
      // In names that no source has: the bundler does not know of them.
      "import { createRequire as __createRequire } from 'node:module';",
      "import { dirname as __dirnameOf } from 'node:path';",
      "import { fileURLToPath as __fileUrlToPath } from 'node:url';",
      'const require = __createRequire(import.meta.url);',
      'const __filename = __fileUrlToPath(import.meta.url);',
      'const __dirname = __dirnameOf(__filename);',
    ].join('\n'),
  },
};

const externalPackages = {
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@weftwork/') ? undefined : { path, external: true },
    );
  },
};
