import { z } from 'zod';
import { address, type Environment, listOf, variable, withPrefix } from './configuration';

/* What servers and workers are told alike. */

const number = z.coerce.number();

/** What a server and a worker are told by variables of the same name. */
export const PROCESS_VARIABLES = {
  REDIS_URL: variable(address(/^rediss?:\/\//, 'redis:// or rediss://').optional()),
  CONCURRENCY: variable(number.int().min(1).max(10_000).default(1_000)),
  POLL_INTERVAL_SECS: variable(number.min(0.1).max(60).default(1)),
  WEFTWORK_LEASE_SECONDS: variable(number.min(1).max(600).default(10)),
  WEFTWORK_START_WAIT_SECONDS: variable(number.min(0).max(86_400).default(120)),
  WEFTWORK_WORKER_ALARM_SECONDS: variable(number.min(1).max(86_400).default(60)),
  WEFTWORK_SIGNAL_RETENTION_DAYS: variable(number.min(0.001).max(3_650).default(7)),
  WEFTWORK_HTTP_ALLOW: variable(z.string().default('')),
  WEFTWORK_LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ),
};

/** What a server and a worker know alike of the cluster and of how they walk runs. */
export interface ProcessSettings {
  /** Carries wake-ups between processes that share the database; absent: the database tells and is polled. */
  readonly redisUrl: string | undefined;
  /** Runs walked at a time. */
  readonly concurrency: number;
  /** How often the store is looked at for what no wake-up told of. */
  readonly pollMs: number;
  /** How long a run stays with a process that is not heard of. */
  readonly leaseSeconds: number;
  /** How long a start waits for a database that is away or still starting. */
  readonly startWaitMs: number;
  /** Since when a run must have had no worker that may take it before people are called. */
  readonly alarmMs: number;
  /** How long a signal is kept for runs that begin to wait for it later. */
  readonly signalRetentionMs: number;
  /** Host, host:port or CIDR that `http` may reach although private. */
  readonly httpAllow: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  /** The rest of the environment that parts read by their own schema, such as the model provider. */
  readonly environment: Environment;
  readonly logLevel: z.infer<(typeof PROCESS_VARIABLES)['WEFTWORK_LOG_LEVEL']>;
}

/** `values` is what `PROCESS_VARIABLES` made of `env`. */
export function processSettings(
  values: z.infer<z.ZodObject<typeof PROCESS_VARIABLES>>,
  env: Environment,
): ProcessSettings {
  return {
    redisUrl: values.REDIS_URL,
    concurrency: values.CONCURRENCY,
    pollMs: values.POLL_INTERVAL_SECS * 1000,
    leaseSeconds: values.WEFTWORK_LEASE_SECONDS,
    startWaitMs: values.WEFTWORK_START_WAIT_SECONDS * 1000,
    alarmMs: values.WEFTWORK_WORKER_ALARM_SECONDS * 1000,
    signalRetentionMs: values.WEFTWORK_SIGNAL_RETENTION_DAYS * 24 * 3_600_000,
    httpAllow: listOf(values.WEFTWORK_HTTP_ALLOW),
    secrets: withPrefix(env, 'WEFTWORK_SECRET_'),
    environment: env,
    logLevel: values.WEFTWORK_LOG_LEVEL,
  };
}
