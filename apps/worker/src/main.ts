/** A worker: walks runs that servers and other workers admitted. Needs the database; Redis makes it quicker. */
import { isCodedError } from '@weftwork/schema';
import { compose, type Worker } from './composition';
import { openLog } from './log';
import { HELP, parseSettings, type WorkerSettings } from './settings';

const SAME_SIGNAL_MS = 400;

try {
  const settings = parseSettings(process.argv.slice(2), process.env);
  if (settings === 'help') console.log(HELP);
  else await run(settings);
} catch (error) {
  if (isCodedError(error) && error.kind !== 'defect') console.error(`${error.message} (${error.code})`);
  else console.error(error);
  process.exit(1);
}

async function run(settings: WorkerSettings): Promise<void> {
  const log = openLog(settings);
  const starting = new AbortController();
  let worker: Worker | undefined;
  let stoppingSince: number | undefined;

  const stop = async (running: Worker): Promise<never> => {
    await running.close(settings.graceSeconds * 1000).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
    console.log('Stopped.');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Several processes of one terminal hear the same Ctrl-C and pass it on: what comes this close is one.
      if (stoppingSince !== undefined && performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      // Asked twice: what is in flight is taken over by others when its lease has run out.
      if (stoppingSince !== undefined) process.exit(130);
      stoppingSince = performance.now();
      console.log('Stopping; runs under way are finished or handed over.');
      if (worker) void stop(worker);
      else starting.abort();
    });
  }

  worker = await compose(settings, log, { say: console.log, signal: starting.signal }).catch((error) => {
    if (!starting.signal.aborted) throw error;
    console.log('Stopped.');
    process.exit(0);
  });
  if (stoppingSince !== undefined) return stop(worker);
  await worker.start();
  console.log(`Weftwork worker ${process.pid} is ready.`);
  if (worker.metricsUrl) console.log(`Metrics: ${worker.metricsUrl}`);
}
