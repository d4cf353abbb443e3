import { createServer } from 'node:http';
import type { Metrics } from './metrics';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** `GET /metrics` on a port of its own on the loopback interface, for a process that serves nothing else. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is here.\n');
      return;
    }
    metrics.text().then(
      ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
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
