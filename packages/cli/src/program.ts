import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { hashFiles } from './commands/hash';
import { login } from './commands/login';
import { publish } from './commands/publish';
import { type RunFlags, runCommand } from './commands/run';
import { comeBack, listRuns, type RunsFlags } from './commands/runs';
import { type SignalFlags, sendSignal } from './commands/signal';
import { validateFiles } from './commands/validate';
import { EXIT, type ExitCode } from './exit-code';
import { reportProblem } from './report-problem';
import { openService, type Service } from './service';
import type { Terminal } from './terminal';

export interface ProgramOptions {
  readonly terminal: Terminal;
  /** The home when neither `--home` nor WEFTWORK_HOME names one. */
  readonly defaultHome: string;
}

const EXIT_CODES = `
Exit codes: 0 completed, 1 failed or cancelled, 2 wrong command, file or input, 3 the run still waits.`;

/** Runs one command line and resolves with its exit code; says itself whatever goes wrong. */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ExitCode> {
  const { terminal } = options;
  let code: ExitCode = EXIT.completed;
  const program = new Command('weftwork')
    .description('Run, check and publish workflows.')
    .option('--home <folder>', 'the home of the service (also WEFTWORK_HOME)')
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(weftwork --help shows how)')
    .exitOverride();
  const home = (): string => {
    const given = program.opts<{ home?: string }>().home ?? process.env.WEFTWORK_HOME;
    return given ? resolve(given) : options.defaultHome;
  };
  const open = (): Promise<Service> => openService(home(), terminal);
  const command = (usage: string, description: string): Command =>
    program.command(usage).description(description);

  command('run <file-or-workflow>', 'run a file, or a workflow by id or name, and follow it to its end')
    .option('--input <json>', 'the input as JSON, or @file')
    .option('--answers <file>', 'prepared answers: JSON by node id, or a list')
    .option('--version <n>', 'a published version of the workflow, or "draft"')
    .option('--save <folder>', 'save the artifacts of the run there')
    .option('--json', 'print the events as JSON, one a line', false)
    .action(async (target: string, flags: RunFlags) => {
      code = await runCommand(target, flags, open, terminal);
    });

  command('validate <files...>', 'list everything that is wrong with files').action(
    async (files: string[]) => {
      code = await validateFiles(files, open, terminal);
    },
  );

  command('publish <file-or-workflow>', 'publish the draft of a workflow; a file is saved as the draft first')
    .option('--note <text>', 'what is new in this version')
    .action(async (target: string, flags: { note?: string }) => {
      code = await publish(target, flags, open, terminal);
    });

  command('runs [run]', 'list runs, or come back to one')
    .option('--status <list>', 'only these, such as failed,awaiting_input')
    .option('--workflow <workflow>', 'only runs of this workflow, by its id or name')
    .option('--limit <n>', 'how many', wholeNumber, 20)
    .option('--answers <file>', 'prepared answers for the run, as of `run`')
    .option('--save <folder>', 'save the artifacts of the run there')
    .option('--json', 'print JSON, one a line', false)
    .action(async (run: string | undefined, flags: RunsFlags & RunFlags) => {
      const service = await open();
      code = await (run === undefined
        ? listRuns(flags, service, terminal)
        : comeBack(run, flags, service, terminal));
    });

  command('signal <name>', 'send a signal to the runs that wait for it')
    .requiredOption('--key <key>', 'which occurrence is meant')
    .option('--payload <json>', 'what comes with it as a JSON object, or @file')
    .option('--idempotency-id <id>', 'makes sending it a second time harmless')
    .option('--json', 'print the answer as JSON', false)
    .action(async (name: string, flags: SignalFlags) => {
      code = await sendSignal(name, flags, open, terminal);
    });

  command('login', 'print a link that signs in to the studio once').action(async () => {
    code = await login(home(), terminal);
  });

  command('hash <files...>', 'print the graph hash of files; needs no service').action(
    async (files: string[]) => {
      code = await hashFiles(files, terminal);
    },
  );

  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.completed : EXIT.usage;
    reportProblem(error, terminal);
    return EXIT.usage;
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 200) throw new InvalidArgumentError('Give 1 to 200.');
  return value;
}
