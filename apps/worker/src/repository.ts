import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds `samples/` and `apps/`, found from wherever this code was bundled to. */
export const repositoryRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json')) && existsSync(join(folder, 'samples'))) return folder;
    if (folder === dirname(folder)) return process.cwd();
  }
}
