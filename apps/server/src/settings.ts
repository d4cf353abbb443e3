import { join, resolve } from 'node:path';
import {
  flagsAsEnvironment,
  invalidConfiguration,
  listOf,
  parseFlags,
  withPrefix,
} from '@weftwork/runtime/process-settings';
import { z } from 'zod';
import { repositoryRoot } from './repository';

/** Where the data of a service stands unless it is told otherwise: in the repository, so that the CLI finds it. */
export const DEFAULT_HOME = join(repositoryRoot, '.weftwork');

/** Everything the service is told from outside, parsed once at its start. */
export interface ServerSettings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute. */
  readonly home: string;
  /** The owner's bearer token; made and kept in the home when not given. */
  readonly token: string | undefined;
  /** Absent: the embedded PostgreSQL of the home. */
  readonly databaseUrl: string | undefined;
  /** Carries wake-ups between processes that share the database; without it they poll. */
  readonly redisUrl: string | undefined;
  /** Whether this process walks runs itself; `off` leaves them to workers on the same database. */
  readonly runtime: 'on' | 'off';
  /** Runs walked at a time. */
  readonly concurrency: number;
  /** How long a run stays with a process that is not heard of. */
  readonly leaseSeconds: number;
  /** The address of the network interface. */
  readonly host: string;
  /** Names this service goes by, besides those of the loopback interface. */
  readonly hosts: readonly string[];
  /** Host, host:port or CIDR that `http` may reach although private. */
  readonly httpAllow: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly connections: Readonly<Record<string, string>>;
  /** The rest of the environment that parts read by their own schema, such as the model provider. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Whether the browser is opened with the sign-in link. */
  readonly open: boolean;
  /** Whether the pages are served; the command line runs without them, and so may a server for programs only. */
  readonly studio: boolean;
}

const blankAsAbsent = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(blankAsAbsent, z.string().optional());

/** What the libraries say to an address they cannot read shows it with its password. */
const NO_ADDRESS = 'is no address: check its host and port, and write what is special in the password as %xx';
/** Without a host it may name a socket in its query, as PostgreSQL has it. */
const isAddress = (text: string) => URL.canParse(text.replace('@/', '@host/'));

const environmentSchema = z.object({
  PORT: z.preprocess(blankAsAbsent, z.coerce.number().int().min(0).max(65_535).default(3000)),
  // The default stands in the repository, so that the command line finds it from anywhere.
  WEFTWORK_HOME: z.preprocess(blankAsAbsent, z.string().default(DEFAULT_HOME)),
  WEFTWORK_TOKEN: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII')
      .optional(),
  ),
  WEFTWORK_HTTP_ALLOW: z.preprocess(blankAsAbsent, z.string().default('')),
  WEFTWORK_LOG_LEVEL: z.preprocess(
    blankAsAbsent,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  ),
  DATABASE_URL: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(isAddress, NO_ADDRESS)
      .optional(),
  ),
  REDIS_URL: z.preprocess(
    blankAsAbsent,
    z
      .string()
      .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
      .refine(isAddress, NO_ADDRESS)
      .optional(),
  ),
  WEFTWORK_RUNTIME: z.preprocess(blankAsAbsent, z.enum(['on', 'off']).default('on')),
  CONCURRENCY: z.preprocess(blankAsAbsent, z.coerce.number().int().min(1).max(10_000).default(1_000)),
  WEFTWORK_LEASE_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(1).max(600).default(10)),
  WEFTWORK_HOST: z.preprocess(blankAsAbsent, z.string().default('127.0.0.1')),
  WEFTWORK_STUDIO: z.preprocess(blankAsAbsent, z.enum(['on', 'off']).default('on')),
  WEFTWORK_HOSTS: z.preprocess(blankAsAbsent, z.string().default('')),
  NO_BROWSER: optionalText,
});

const FLAGS = {
  port: { type: 'string', short: 'p' },
  home: { type: 'string' },
  open: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  'database-url': { type: 'string' },
  'redis-url': { type: 'string' },
  runtime: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const HELP = `npm start -- [--port 3000] [--home .weftwork] [--no-open]
             [--database-url URL [--redis-url URL] [--runtime on|off]]

  --port     the port on 127.0.0.1 (also PORT); 0 takes any free one
  --home     the folder for database, token and log (also WEFTWORK_HOME)
  --no-open  do not open the browser

  For several processes on one PostgreSQL (docs/operations.md):
  --database-url  PostgreSQL instead of the embedded one (also DATABASE_URL)
  --redis-url     carries wake-ups between the processes (also REDIS_URL)
  --runtime       off leaves all runs to workers (also WEFTWORK_RUNTIME)`;

/** What the flags say in the words of the environment. */
const FLAG_NAMES = {
  port: 'PORT',
  home: 'WEFTWORK_HOME',
  'database-url': 'DATABASE_URL',
  'redis-url': 'REDIS_URL',
  runtime: 'WEFTWORK_RUNTIME',
} as const;

/** Flags win over the environment. Throws `CONFIGURATION_INVALID` with everything that is wrong. */
export function parseSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServerSettings | 'help' {
  const flags = parseFlags(argv, FLAGS, HELP);
  if (flags.help) return 'help';
  const parsed = environmentSchema.safeParse({ ...env, ...flagsAsEnvironment(flags, FLAG_NAMES) });
  if (!parsed.success)
    throw invalidConfiguration(
      parsed.error.issues.map(({ path, message }) => {
        const name = path.join('.');
        if (name !== 'PORT') return [name, message];
        const given = flags.port ?? env.PORT;
        return [
          flags.port === undefined ? 'PORT' : '--port',
          `must be a number from 0 to 65535, found ${given}`,
        ];
      }),
    );
  const values = parsed.data;
  if (values.DATABASE_URL === undefined) {
    const why =
      'is for processes that share a database: give DATABASE_URL as well, or leave it out to use the embedded one';
    if (values.REDIS_URL !== undefined) throw invalidConfiguration([['REDIS_URL', why]]);
    if (values.WEFTWORK_RUNTIME === 'off') throw invalidConfiguration([['WEFTWORK_RUNTIME', why]]);
  }
  return {
    port: values.PORT,
    home: resolve(values.WEFTWORK_HOME),
    token: values.WEFTWORK_TOKEN,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    runtime: values.WEFTWORK_RUNTIME,
    concurrency: values.CONCURRENCY,
    leaseSeconds: values.WEFTWORK_LEASE_SECONDS,
    host: values.WEFTWORK_HOST,
    hosts: listOf(values.WEFTWORK_HOSTS),
    httpAllow: listOf(values.WEFTWORK_HTTP_ALLOW),
    secrets: withPrefix(env, 'WEFTWORK_SECRET_'),
    connections: withPrefix(env, 'WEFTWORK_CONNECTION_'),
    environment: env,
    logLevel: values.WEFTWORK_LOG_LEVEL,
    open: flags['no-open'] ? false : (flags.open ?? (values.NO_BROWSER === undefined && canOpenBrowser(env))),
    studio: values.WEFTWORK_STUDIO === 'on',
  };
}

function canOpenBrowser(env: Readonly<Record<string, string | undefined>>): boolean {
  if (process.stdout.isTTY !== true || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  return process.platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
}
