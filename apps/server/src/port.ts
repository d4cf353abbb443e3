import { createServer } from 'node:net';
import { freePort } from '@weftwork/local-postgres';
import { CodedError } from '@weftwork/schema';

/** The wished port once it is known to be free, or any free one for 0. What stands in the way is told by its code. */
export async function choosePort(host: string, wished: number): Promise<number> {
  if (wished === 0) return freePort();
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', (cause) => fail(portProblem(cause, wished)));
    probe.listen({ host, port: wished }, done);
  });
  await new Promise<void>((done) => probe.close(() => done()));
  return wished;
}

/** What a failed listen means to the person who chose the port; other faults stay as they are. */
export function portProblem(cause: unknown, port: number): unknown {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CodedError(
        'PORT_IN_USE',
        `Port ${port} is used by another program. Stop that one, or choose another port with --port.`,
        { cause, extra: { port } },
      );
    case 'EACCES':
      return new CodedError(
        'CONFIGURATION_INVALID',
        `Port ${port} may not be used by this user. Choose one above 1023 with --port.`,
        { cause },
      );
    default:
      return cause;
  }
}
