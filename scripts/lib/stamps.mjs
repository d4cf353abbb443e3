/**
 * Skipping work whose inputs did not change: a stamp holds a hash over the contents of the inputs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './steps.mjs';

const IGNORED = new Set(['node_modules', 'dist', '.next', '.turbo', 'coverage']);

/** A hash over all files below the given paths (relative to the repository), tests left out. */
export function hashInputs(paths) {
  const hash = createHash('sha256');
  hash.update(`${process.version}\0`);
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      hash.update(`${relative(root, file)}\0`);
      hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !IGNORED.has(entry.name) && !/\.test\.tsx?$|\.tsbuildinfo$/.test(entry.name))
    .flatMap((entry) => {
      const full = join(path, entry.name);
      return entry.isDirectory() ? filesBelow(full) : entry.isFile() ? [full] : [];
    });
}

/** True when `outputs` exist and were made from inputs with this hash. */
export function isFresh(name, hash, outputs) {
  try {
    return (
      readFileSync(stampPath(name), 'utf8') === hash && outputs.every((path) => existsSync(join(root, path)))
    );
  } catch {
    return false;
  }
}

/** Removed before the work and written after it, so work that was interrupted is done again. */
export async function stamped(name, hash, work) {
  rmSync(stampPath(name), { force: true });
  await work();
  mkdirSync(dirname(stampPath(name)), { recursive: true });
  writeFileSync(stampPath(name), hash);
}

function stampPath(name) {
  return join(root, 'node_modules', '.cache', 'weftwork', `${name}.stamp`);
}
