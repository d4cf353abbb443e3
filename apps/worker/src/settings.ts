import {
  databaseAddress,
  flagsAsEnvironment,
  parseFlags,
  parseVariables,
  variable,
} from '@weftwork/runtime/configuration';
import { PROCESS_VARIABLES, type ProcessSettings, processSettings } from '@weftwork/runtime/process-settings';
import { z } from 'zod';

/** Everything a worker is told from outside, parsed once at its start. */
export interface WorkerSettings extends ProcessSettings {
  readonly databaseUrl: string;
  /** How long runs in flight get to come to a safe point after SIGTERM. */
  readonly graceSeconds: number;
  /** `/metrics`, `/health` and `/ready` of this process; without a port there are none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
}

const number = z.coerce.number();

const environmentSchema = z.object({
  ...PROCESS_VARIABLES,
  DATABASE_URL: variable(databaseAddress('is needed: the PostgreSQL that the servers use')),
  GRACE_SECONDS: variable(number.min(0).max(3_600).default(30)),
  WEFTWORK_METRICS_PORT: variable(number.int().min(0).max(65_535).optional()),
  WEFTWORK_METRICS_HOST: variable(z.string().default('127.0.0.1')),
});

const FLAGS = {
  'database-url': { type: 'string' },
  'redis-url': { type: 'string' },
  concurrency: { type: 'string', short: 'c' },
  'grace-seconds': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the flags say in the words of the environment. */
const FLAG_NAMES = {
  'database-url': 'DATABASE_URL',
  'redis-url': 'REDIS_URL',
  concurrency: 'CONCURRENCY',
  'grace-seconds': 'GRACE_SECONDS',
} as const;

export const HELP = `node apps/worker/dist/main.mjs --database-url URL [--redis-url URL] [--concurrency 1000]

  --database-url   the PostgreSQL that the servers use (also DATABASE_URL)
  --redis-url      the Redis that the servers use (also REDIS_URL); without it the database tells and is polled
  --concurrency    runs walked at a time (also CONCURRENCY)
  --grace-seconds  how long a run in flight may take to a safe point after SIGTERM, 30 (also GRACE_SECONDS)`;

/** Flags win over the environment. Throws `CONFIGURATION_INVALID` with everything that is wrong. */
export function parseSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): WorkerSettings | 'help' {
  const flags = parseFlags(argv, FLAGS, HELP);
  if (flags.help) return 'help';
  const values = parseVariables(environmentSchema, { ...env, ...flagsAsEnvironment(flags, FLAG_NAMES) });
  return {
    ...processSettings(values, env),
    databaseUrl: values.DATABASE_URL,
    graceSeconds: values.GRACE_SECONDS,
    metricsPort: values.WEFTWORK_METRICS_PORT,
    metricsHost: values.WEFTWORK_METRICS_HOST,
  };
}
