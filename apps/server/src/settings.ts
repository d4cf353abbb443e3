import { join, resolve } from 'node:path';
import {
  databaseAddress,
  flagsAsEnvironment,
  invalidConfiguration,
  listOf,
  parseFlags,
  parseVariables,
  variable,
  withPrefix,
} from '@weftwork/runtime/configuration';
import { PROCESS_VARIABLES, type ProcessSettings, processSettings } from '@weftwork/runtime/process-settings';
import { z } from 'zod';
import { repositoryRoot } from './repository';

/** Where the data of a service stands unless it is told otherwise: in the repository, so that the CLI finds it. */
export const DEFAULT_HOME = join(repositoryRoot, '.weftwork');

/** Everything the service is told from outside, parsed once at its start. */
export interface ServerSettings extends ProcessSettings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute. */
  readonly home: string;
  /** The owner's bearer token; made and kept in the home when not given. */
  readonly token: string | undefined;
  /** Absent: the embedded PostgreSQL of the home. */
  readonly databaseUrl: string | undefined;
  /** Whether this process walks runs itself, or leaves them to workers on the same database. */
  readonly runtime: 'inline' | 'workers';
  /** The address of the network interface. */
  readonly host: string;
  /** Names this service goes by, besides those of the loopback interface. */
  readonly hosts: readonly string[];
  readonly connections: Readonly<Record<string, string>>;
  /** Whether the browser is opened with the sign-in link. */
  readonly open: boolean;
  /** Whether the pages are served; the command line runs without them, and so may a server for programs only. */
  readonly studio: boolean;
}

/** `on` and `off` are the earlier words for it. */
const runtimeMode = z
  .enum(['inline', 'workers', 'on', 'off'], 'must be inline or workers')
  .transform((word) => (word === 'inline' || word === 'on' ? 'inline' : 'workers'));

const environmentSchema = z.object({
  ...PROCESS_VARIABLES,
  PORT: variable(z.coerce.number().int().min(0).max(65_535).default(3000)),
  // The default stands in the repository, so that the command line finds it from anywhere.
  WEFTWORK_HOME: variable(z.string().default(DEFAULT_HOME)),
  WEFTWORK_TOKEN: variable(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII')
      .optional(),
  ),
  DATABASE_URL: variable(databaseAddress().optional()),
  RUNTIME_MODE: variable(runtimeMode.optional()),
  WEFTWORK_RUNTIME: variable(runtimeMode.optional()),
  WEFTWORK_HOST: variable(z.string().default('127.0.0.1')),
  WEFTWORK_STUDIO: variable(z.enum(['on', 'off']).default('on')),
  WEFTWORK_HOSTS: variable(z.string().default('')),
  NO_BROWSER: variable(z.string().optional()),
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
             [--database-url URL [--redis-url URL] [--runtime inline|workers]]

  --port     the port on 127.0.0.1 (also PORT); 0 takes any free one
  --home     the folder for database, token and log (also WEFTWORK_HOME)
  --no-open  do not open the browser

  For several processes on one PostgreSQL (docs/operations.md):
  --database-url  PostgreSQL instead of the embedded one (also DATABASE_URL)
  --redis-url     carries wake-ups between the processes (also REDIS_URL)
  --runtime       who walks runs: inline this process too, workers only they (also RUNTIME_MODE)`;

/** What the flags say in the words of the environment. */
const FLAG_NAMES = {
  port: 'PORT',
  home: 'WEFTWORK_HOME',
  'database-url': 'DATABASE_URL',
  'redis-url': 'REDIS_URL',
  runtime: 'RUNTIME_MODE',
} as const;

/** Flags win over the environment. Throws `CONFIGURATION_INVALID` with everything that is wrong. */
export function parseSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServerSettings | 'help' {
  const flags = parseFlags(argv, FLAGS, HELP);
  if (flags.help) return 'help';
  const values = parseVariables(
    environmentSchema,
    { ...env, ...flagsAsEnvironment(flags, FLAG_NAMES) },
    (name, message) => {
      if (name !== 'PORT') return [name, message];
      const given = flags.port ?? env.PORT;
      return [
        flags.port === undefined ? 'PORT' : '--port',
        `must be a number from 0 to 65535, found ${given}`,
      ];
    },
  );
  const runtime = values.RUNTIME_MODE ?? values.WEFTWORK_RUNTIME ?? 'inline';
  if (values.DATABASE_URL === undefined) {
    const why =
      'is for processes that share a database: give DATABASE_URL as well, or leave it out to use the embedded one';
    if (values.REDIS_URL !== undefined) throw invalidConfiguration([['REDIS_URL', why]]);
    if (runtime === 'workers') throw invalidConfiguration([['RUNTIME_MODE', why]]);
  }
  return {
    ...processSettings(values, env),
    port: values.PORT,
    home: resolve(values.WEFTWORK_HOME),
    token: values.WEFTWORK_TOKEN,
    databaseUrl: values.DATABASE_URL,
    runtime,
    host: values.WEFTWORK_HOST,
    hosts: listOf(values.WEFTWORK_HOSTS),
    connections: withPrefix(env, 'WEFTWORK_CONNECTION_'),
    open: flags['no-open'] ? false : (flags.open ?? (values.NO_BROWSER === undefined && canOpenBrowser(env))),
    studio: values.WEFTWORK_STUDIO === 'on',
  };
}

function canOpenBrowser(env: Readonly<Record<string, string | undefined>>): boolean {
  if (process.stdout.isTTY !== true || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  return process.platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
}
