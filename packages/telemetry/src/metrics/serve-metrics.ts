import { createServer } from 'node:http';
import { CodedError } from '@weftwork/schema';
import type { Telemetry } from '../telemetry';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * `GET /metrics`, `/health` and `/ready` on a port of their own, for a process that serves nothing else. Without a
 * token, so on the loopback interface unless it is told otherwise.
 */
export async function serveMetrics(
  { metrics, health, obstacle }: Pick<Telemetry, 'metrics' | 'health' | 'obstacle'>,
  { port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?', 1)[0] : undefined;
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/health') {
      json(200, health());
      return;
    }
    if (path === '/ready') {
      const problem = obstacle();
      if (problem) json(503, { status: 'waiting', ...problem });
      else json(200, { ...health(), status: 'ready' });
      return;
    }
    if (path !== '/metrics') {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('Only GET /metrics, /health and /ready are here.\n');
      return;
    }
    metrics.text().then(
      ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(cause, host, port)));
    server.listen({ port, host }, resolve);
  });
  // Scraping alone keeps no process alive.
  server.unref();
  const address = server.address() as { port: number };
  return {
    url: `http://${host}:${address.port}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function cannotListen(cause: Error, host: string, port: number): CodedError {
  const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const message = `The metrics cannot be served on ${host}:${port}: ${cause.message}. Set WEFTWORK_METRICS_PORT to a port that is free.`;
  return new CodedError(isTaken ? 'PORT_IN_USE' : 'CONFIGURATION_INVALID', message, {
    cause,
    extra: { port },
  });
}
