import {
  flagsAsEnvironment,
  invalidConfiguration,
  listOf,
  parseFlags,
  withPrefix,
} from '@weftwork/runtime/process-settings';
import { z } from 'zod';

/** Everything a worker is told from outside, parsed once at its start. */
export interface WorkerSettings {
  readonly databaseUrl: string;
  /** Absent: the database is polled. */
  readonly redisUrl: string | undefined;
  /** Runs walked at a time. */
  readonly concurrency: number;
  /** How long a run stays with a worker that is not heard of. */
  readonly leaseSeconds: number;
  /** How long runs in flight get to come to a safe point after SIGTERM. */
  readonly graceSeconds: number;
  /** Host, host:port or CIDR that `http` may reach although private. */
  readonly httpAllow: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  /** The rest of the environment that parts read by their own schema, such as the model provider. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `/metrics` and `/health` of this process; without a port there are none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

const blankAsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** What the libraries say to an address they cannot read shows it with its password. */
const NO_ADDRESS = 'is no address: check its host and port, and write what is special in the password as %xx';
/** Without a host it may name a socket in its query, as PostgreSQL has it. */
const isAddress = (text: string) => URL.canParse(text.replace('@/', '@host/'));

const environmentSchema = z.object({
  DATABASE_URL: z.preprocess(
    blankAsAbsent,
    z
      .string('is needed: the PostgreSQL that the servers use')
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(isAddress, NO_ADDRESS),
  ),
  REDIS_URL: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
      .refine(isAddress, NO_ADDRESS)
      .optional(),
  ),
  CONCURRENCY: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(10_000).default(1_000)),
  WEFTWORK_LEASE_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(1).max(600).default(10)),
  GRACE_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0).max(3_600).default(30)),
  WEFTWORK_HTTP_ALLOW: z.preprocess(blankAsAbsent, z.string().default('')),
  WEFTWORK_METRICS_PORT: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(65_535).optional()),
  WEFTWORK_METRICS_HOST: z.preprocess(blankAsAbsent, z.string().default('127.0.0.1')),
  WEFTWORK_LOG_LEVEL: z.preprocess(
    blankAsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ),
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
  const parsed = environmentSchema.safeParse({ ...env, ...flagsAsEnvironment(flags, FLAG_NAMES) });
  if (!parsed.success)
    throw invalidConfiguration(parsed.error.issues.map(({ path, message }) => [path.join('.'), message]));
  const values = parsed.data;
  return {
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    concurrency: values.CONCURRENCY,
    leaseSeconds: values.WEFTWORK_LEASE_SECONDS,
    graceSeconds: values.GRACE_SECONDS,
    httpAllow: listOf(values.WEFTWORK_HTTP_ALLOW),
    secrets: withPrefix(env, 'WEFTWORK_SECRET_'),
    environment: env,
    metricsPort: values.WEFTWORK_METRICS_PORT,
    metricsHost: values.WEFTWORK_METRICS_HOST,
    logLevel: values.WEFTWORK_LOG_LEVEL,
  };
}
