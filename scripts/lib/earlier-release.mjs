/** An earlier commit of this repository, built beside the working copy with the packages that are installed here. */
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './steps.mjs';

/** The commit before the one that brought the newest migration; undefined where the history does not go back so far. */
export async function commitBeforeNewestMigration() {
  const migrations = readdirSync(join(root, 'prisma/migrations')).filter((name) => /^\d+_/.test(name));
  const newest = `prisma/migrations/${migrations.sort().at(-1)}/migration.sql`;
  const added = await run('git', ['log', '--diff-filter=A', '--format=%H', '-1', '--', newest]).catch(
    () => '',
  );
  if (added.trim() === '') return undefined;
  const before = await run('git', ['rev-parse', '--verify', '--quiet', `${added.trim()}^`]).catch(() => '');
  return before.trim() === '' ? undefined : before.trim();
}

/** Checks the commit out into `folder` and bundles its programs. */
export async function buildCommit(commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, '..', 'release.tar');
  await run('git', ['archive', '--output', archive, commit]);
  await run('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
  await run(
    process.execPath,
    [join(root, 'node_modules/prisma/build/index.js'), 'generate', '--schema=prisma/schema.prisma'],
    {
      cwd: folder,
      // As in `prepare.mjs`: generating needs no engine, but the command insists on one.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
    },
  );
  const targets = pathToFileURL(join(folder, 'scripts/lib/build-targets.mjs')).href;
  const { buildBundle } = await import(targets);
  for (const [entry, outfile] of [
    ['packages/sandbox/src/child.ts', 'packages/sandbox/dist/child.mjs'],
    ['apps/server/src/main.ts', 'apps/server/dist/main.mjs'],
    ['apps/worker/src/main.ts', 'apps/worker/dist/main.mjs'],
  ]) {
    mkdirSync(join(folder, outfile, '..'), { recursive: true });
    await buildBundle(entry, outfile);
  }
}

/** Packages from npm are those of the working copy; our own are those of the commit. */
function linkPackages(folder) {
  const here = join(root, 'node_modules');
  const there = join(folder, 'node_modules');
  mkdirSync(join(there, '@weftwork'), { recursive: true });
  for (const name of readdirSync(here)) {
    if (name !== '@weftwork' && name !== '.cache') symlinkSync(join(here, name), join(there, name));
  }
  for (const name of readdirSync(join(here, '@weftwork'))) {
    const link = join(here, '@weftwork', name);
    if (lstatSync(link).isSymbolicLink()) symlinkSync(readlinkSync(link), join(there, '@weftwork', name));
    else cpSync(link, join(there, '@weftwork', name), { recursive: true });
  }
  for (const kind of ['packages', 'apps']) {
    for (const name of readdirSync(join(folder, kind))) {
      const nested = join(root, kind, name, 'node_modules');
      if (existsSync(nested)) symlinkSync(nested, join(folder, kind, name, 'node_modules'));
    }
  }
}
