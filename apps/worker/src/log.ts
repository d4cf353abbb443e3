import { createRedactor, outliveFullDisk, passwordsIn, secretsIn } from '@weftwork/telemetry';
import { destination, type Logger, pino } from 'pino';
import type { WorkerSettings } from './settings';

/** The log of a worker, to where containers and supervisors look for it; there is no folder to keep. */
export function openLog({ logLevel, databaseUrl, environment }: WorkerSettings): Logger {
  const secrets = [...passwordsIn(databaseUrl), ...secretsIn(environment)];
  return pino(
    {
      level: logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: createRedactor(secrets) },
    },
    outliveFullDisk(destination({ dest: 1, sync: true })),
  );
}
