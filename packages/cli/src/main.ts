import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from './program';
import { createTerminal } from './terminal';

/** `npm start` runs in the repository, so its home is found from there, wherever the command is called. */
function repositoryRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json'))) return folder;
    if (folder === dirname(folder)) return process.cwd();
  }
}

// A reader that closes its end early, such as head(1), is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const defaultHome = join(repositoryRoot(), '.weftwork');
process.exitCode = await runProgram(process.argv.slice(2), { terminal: createTerminal(), defaultHome });
