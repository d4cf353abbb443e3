import { createServer } from 'node:http';
import { CodedError } from '@weftwork/schema';
import type { Telemetry } from '@weftwork/telemetry';
import { portProblem } from './port';
import { PROBLEM_TYPE, problemText } from './send-problem';

export interface WaitingRoom {
  /** Frees the port. */
  close(): Promise<void>;
}

/**
 * What answers on the port of a server that is not ready to serve: that it lives, and what it waits for. Load balancers
 * and supervisors ask from the first moment on, and a database that is migrated or recovers may take minutes.
 */
export async function openWaitingRoom(options: {
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly telemetry: Pick<Telemetry, 'health' | 'obstacle'>;
}): Promise<WaitingRoom> {
  const { host, port, version, telemetry } = options;
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] === '/api/v1/health') {
      const health = { ...telemetry.health(), storage: 'postgresql', queue: 'starting', version };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(health));
      return;
    }
    const message = telemetry.obstacle()?.message ?? 'The server is starting; ask again in a moment.';
    const error = new CodedError('STORAGE_UNAVAILABLE', message);
    response
      .writeHead(error.status, { 'content-type': PROBLEM_TYPE, 'retry-after': '1' })
      .end(problemText(error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(portProblem(cause, port)));
    server.listen({ host, port }, resolve);
  });
  return {
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
