import { graphHash } from '@weftwork/schema/graph-hash';
import { EXIT, type ExitCode } from '../exit-code';
import { parseGraphFile, readGraphFile } from '../graph-file';
import { reportProblem } from '../report-problem';
import type { Terminal } from '../terminal';

/** Prints the graph hash of each file, two blanks and its name, as `sha256sum` does. Needs no service. */
export async function hashFiles(files: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.completed;
  for (const name of files) {
    try {
      terminal.out(`${graphHash(parseGraphFile(await readGraphFile(name)))}  ${name}`);
    } catch (error) {
      reportProblem(error, terminal);
      code = EXIT.usage;
    }
  }
  return code;
}
