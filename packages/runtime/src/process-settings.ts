import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CodedError, type ErrorDetail } from '@weftwork/schema';
import { z } from 'zod';

/* What servers and workers are told alike from outside, and what they do alike with it. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `CONFIGURATION_INVALID` with the help for a flag that there is not. */
export function parseFlags<Flags extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Flags,
  help: string,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (cause) {
    throw new CodedError('CONFIGURATION_INVALID', `${(cause as Error).message}\n\n${help}`, { cause });
  }
}

/** What the flags say, in the words of the environment: `names` gives the variable of each flag. */
export function flagsAsEnvironment(
  flags: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([flag, name]) => {
      const value = flags[flag];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** The parts of a comma list that are not blank. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The variables whose name begins so, by the rest of their name. */
export function withPrefix(env: Environment, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && name.length > prefix.length && value !== undefined
        ? [[name.slice(prefix.length), value] as const]
        : [],
    ),
  );
}

/** `CONFIGURATION_INVALID` for variables or flags, each with what is wrong with it. */
export function invalidConfiguration(problems: readonly (readonly [string, string])[]): CodedError {
  const errors: ErrorDetail[] = problems.map(([name, message]) => ({
    code: 'INVALID_FIELD',
    path: `/${name}`,
    message: `${name} ${message}`,
  }));
  const all = errors.map((error) => error.message).join('; ');
  return new CodedError('CONFIGURATION_INVALID', `The configuration is not usable: ${all}.`, { errors });
}

/** A variable that may be left out or blank, which is the same. */
export function variable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

/** What the libraries say to an address they cannot read shows it with its password. */
const NO_ADDRESS = 'is no address: check its host and port, and write what is special in the password as %xx';
/** Without a host it may name a socket in its query, as PostgreSQL has it. */
const isAddress = (text: string) => URL.canParse(text.replace('@/', '@host/'));

function address(schemes: RegExp, start: string, missing?: string) {
  return z.string(missing).regex(schemes, `must start with ${start}`).refine(isAddress, NO_ADDRESS);
}

/** The `DATABASE_URL`. `missing` says what it is to one who must give it. */
export function databaseAddress(missing?: string) {
  return address(/^postgres(ql)?:\/\//, 'postgres://', missing);
}

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

/** Throws `CONFIGURATION_INVALID` with everything that is wrong; `tell` may put it in other words. */
export function parseVariables<Schema extends z.ZodType>(
  schema: Schema,
  given: Environment,
  tell: (name: string, message: string) => readonly [string, string] = (name, message) => [name, message],
): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidConfiguration(parsed.error.issues.map(({ path, message }) => tell(path.join('.'), message)));
}
