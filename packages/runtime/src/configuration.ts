import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CodedError, type ErrorDetail } from '@weftwork/schema';
import { z } from 'zod';

/* How a process reads what it is told from outside: flags, variables, and what to say of those that are wrong. */

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

export function address(schemes: RegExp, start: string, missing?: string) {
  return z.string(missing).regex(schemes, `must start with ${start}`).refine(isAddress, NO_ADDRESS);
}

/** The `DATABASE_URL`. `missing` says what it is to one who must give it. */
export function databaseAddress(missing?: string) {
  return address(/^postgres(ql)?:\/\//, 'postgres://', missing);
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
