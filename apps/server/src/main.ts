/** The program behind `npm start`: reads what it is told, starts the service, says where it is, and ends it tidily. */
import { spawn } from 'node:child_process';
import { isCodedError } from '@weftwork/schema';
import { startService } from './service';
import { HELP, parseSettings } from './settings';
import { listenForSignals } from './signals';

const startedAt = performance.now();

try {
  const settings = parseSettings(process.argv.slice(2), process.env);
  if (settings === 'help') console.log(HELP);
  else await run(settings);
} catch (error) {
  fail(error);
}

async function run(settings: Exclude<ReturnType<typeof parseSettings>, 'help'>): Promise<void> {
  const service = await startService({ settings, onProgress: (message) => console.log(`  ${message}`) });

  const stop = async (reason: string, code: number): Promise<never> => {
    console.log(`\n${reason}`);
    try {
      await service.stop();
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    console.log('Stopped.');
    process.exit(code);
  };
  listenForSignals(
    () => void stop('Stopping; runs under way are kept. Press Ctrl-C again to stop at once.', 0),
    () => void service.abort().finally(() => process.exit(130)),
  );
  service.onFailure((reason) => {
    process.exitCode = 1;
    void stop(`The service must stop: ${reason}`, 1);
  });

  const link = await service.createSignInUrl();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`
Weftwork is ready at ${service.url} (${seconds} s)

  Sign in (works once, for 10 minutes):  ${link}
  Another link:  npx weftwork login      Stop:  Ctrl-C
`);
  if (settings.open) openBrowser(link);
  await service
    .warmUp()
    .catch((error) => console.error(`The pages cannot be served: ${(error as Error).message}`));
}

function openBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // the link was printed
  child.unref();
}

function fail(error: unknown): void {
  if (isCodedError(error) && error.kind !== 'defect') console.error(`\n${error.message} (${error.code})`);
  else console.error(error);
  process.exit(1);
}
