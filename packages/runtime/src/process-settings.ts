import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CodedError, type ErrorDetail } from '@weftwork/schema';

/* What servers and workers do alike with what they are told from outside. */

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
