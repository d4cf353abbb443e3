/** A target of calls: `/hold` is never answered, `/gate` once it is opened, `/slow` after a moment. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const SLOW_MS = 100;

export async function startSink() {
  let told = [];
  let gate;
  const opened = new Promise((resolve) => {
    gate = resolve;
  });
  const server = createServer((request, response) => {
    if (request.url === '/slow') {
      setTimeout(() => response.setHeader('content-type', 'application/json').end('{}'), SLOW_MS);
      return;
    }
    if (request.url === '/gate') {
      void opened.then(() => response.setHeader('content-type', 'application/json').end('{}'));
      return;
    }
    for (const tell of told.splice(0)) tell();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Answers `/gate`, now and later. */
    open: () => gate(),
    /** Resolves at the next call to `/hold`. */
    next: () => new Promise((resolve) => told.push(resolve)),
    close() {
      told = [];
      server.closeAllConnections();
      server.close();
    },
  };
}
