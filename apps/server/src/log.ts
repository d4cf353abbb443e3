import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { createRedactor, outliveFullDisk } from '@weftwork/telemetry';
import { destination, type Logger, pino } from 'pino';
import type { ServerSettings } from './settings';

const LIMIT_BYTES = 16 * 1024 * 1024;

/** The log of the service, in its home; the terminal is for people. The given secrets stand nowhere in it. */
export async function openLog(
  home: string,
  level: ServerSettings['logLevel'],
  secrets: readonly string[],
): Promise<Logger> {
  const path = join(home, 'service.log');
  const info = await stat(path).catch(() => undefined);
  if (info !== undefined && info.size > LIMIT_BYTES) await truncate(path);
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: createRedactor(secrets) },
    },
    outliveFullDisk(destination({ dest: path, mode: 0o600, sync: true })),
  );
}
