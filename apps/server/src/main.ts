/** The program behind `npm start`: reads what it is told, starts the service, says where it is, and ends it tidily. */
import { spawn } from 'node:child_process';
import { isCodedError } from '@weftwork/schema';
import { followNpm } from './follow-npm';
import { type Service, startService } from './service';
import { DEFAULT_HOME, HELP, parseSettings } from './settings';
import { listenForSignals } from './signals';

const startedAt = performance.now();
// A terminal that was closed takes no more words; stopping tidily matters more than saying so.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const settings = parseSettings(process.argv.slice(2), process.env);
  if (settings === 'help') console.log(HELP);
  else await run(settings);
} catch (error) {
  fail(error);
}

async function run(settings: Exclude<ReturnType<typeof parseSettings>, 'help'>): Promise<void> {
  let service: Service | undefined;
  const asked = new AbortController(); // to stop, perhaps before the start was complete

  const end = async (running: Service, code: number): Promise<never> => {
    try {
      await running.stop();
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
    console.log('Stopped.');
    process.exit(code);
  };
  const stop = (reason: string, code: number): void => {
    console.log(`\n${reason}`);
    asked.abort();
    process.exitCode = code;
    if (service !== undefined) void end(service, code);
  };
  listenForSignals(
    () => stop('Stopping; runs under way are kept. Press Ctrl-C again to stop at once.', 0),
    () => void Promise.resolve(service?.abort()).finally(() => process.exit(130)),
  );

  followNpm(() => stop('npm has gone; stopping.', 0));

  service = await startService({
    settings,
    signal: asked.signal,
    onProgress: (message) => console.log(`  ${message}`),
  }).catch((error: unknown) => {
    if (!asked.signal.aborted) throw error;
    console.log('Stopped.');
    process.exit();
  });
  if (asked.signal.aborted) return end(service, 0);
  service.onFailure((reason) => stop(`The service must stop. ${reason}`, 1));

  const link = await service.createSignInUrl();
  console.log(readyMessage(service.url, link, settings.home));
  if (settings.open) openBrowser(link);
  await service
    .warmUp()
    .catch((error: Error) => console.error(`The pages cannot be served: ${error.message}`));
}

function readyMessage(url: string, link: string, home: string): string {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `
Weftwork is ready at ${url} (${seconds} s)

  Sign in (works once, for 10 minutes):  ${link}
  Another link:  npx weftwork login${home === DEFAULT_HOME ? '' : ` --home ${home}`}      Stop:  Ctrl-C
`;
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
